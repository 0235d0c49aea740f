// Runs inside the document, before anything is painted: shows what was drawn at build time where it fits, and asks for the
// app. The build fills in which files the app, each language and the pages one arrives at from outside are made of.
;(function () {
  var files = __FILES__
  var path = location.pathname
  var named = new URLSearchParams(location.search).get('lang')
  // Kept at once: somebody may go on before the app has come.
  if (Object.hasOwn(files.words, named)) localStorage.setItem('clearball.locale', named)
  var locale = localStorage.getItem('clearball.locale')
  var spoken = Object.hasOwn(files.words, locale) ? locale : 'vi'
  var isHome = path === '/'
  var wanted = files.app.concat(files.words[spoken])
  // The document of home does not name what only other pages are made of.
  if (!isHome) wanted = wanted.concat(files.list, files.screens[spoken], files.pages[path] || [])
  var isBegun = false
  function begin() {
    if (isBegun) return
    isBegun = true
    wanted.forEach(function (file) {
      var link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = '/assets/' + file
      document.head.appendChild(link)
    })
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', run)
    else run()
  }
  // In one go, evaluating all of it would take a small phone a quarter of a second, in which it answers no tap.
  function run() {
    files.first
      .reduce(function (before, file) {
        return before
          .then(function () {
            return new Promise(function (resolve) {
              setTimeout(resolve)
            })
          })
          .then(function () {
            return import('/assets/' + file)
          })
      }, Promise.resolve())
      .then(function () {
        sessionStorage.removeItem('clearball.starts')
      }, tell)
  }
  // The app cannot be fetched, or cannot begin: says so without it, and begins anew when the server answers.
  function tell() {
    var box = document.createElement('div')
    box.className = 'unreachable'
    box.setAttribute('role', 'alert')
    box.lang = spoken
    box.appendChild(document.createElement('p')).textContent = files.unreachable[spoken][0]
    var button = box.appendChild(document.createElement('button'))
    button.textContent = files.unreachable[spoken][1]
    button.addEventListener('click', function () {
      location.reload()
    })
    document.body.prepend(box)
    // Each start that fails waits twice as long as the one before.
    var starts = Math.min(Number(sessionStorage.getItem('clearball.starts')) + 1, 5)
    sessionStorage.setItem('clearball.starts', starts)
    setTimeout(look, 1000 << starts)
  }
  function look() {
    fetch('/api/health', { cache: 'no-store' }).then(
      function (answer) {
        if (answer.ok) location.reload()
        else setTimeout(look, 5000)
      },
      function () {
        setTimeout(look, 5000)
      },
    )
  }
  // The games of a family stand in the order in which their betting closes. Decided before the first paint, so that no card moves later;
  // `next-draw.ts` does the same when home is shown again.
  // order:begin
  var second = Math.floor(Date.now() / 1000) + 28800
  files.games
    .map(function ([code, family, first, interval, draws, closing]) {
      var since = second - first + interval
      var day = Math.floor(since / 86400)
      var step = Math.floor((since - day * 86400) / interval)
      var closes = first + (step < draws ? day * 86400 + step * interval : (day + 1) * 86400) - closing
      return [family * 1e12 + (closes > second ? closes : closes + interval), code]
    })
    .sort(function (a, b) {
      return a[0] - b[0]
    })
    .forEach(function (each, at) {
      document.documentElement.style.setProperty('--at-' + each[1], at)
    })
  // order:end
  // What was drawn is home in the first language, for somebody who is not signed in.
  if (!isHome || spoken !== 'vi' || localStorage.getItem('clearball.signed-in')) return begin()
  document.documentElement.dataset.drawn = 'home'
  // There is a page to look at; the app comes when it is on the screen and takes nothing from its arrival. A page that is
  // opened in the background is not painted at all, and waits no longer than this.
  new PerformanceObserver(begin).observe({ type: 'paint', buffered: true })
  setTimeout(begin, 1000)
})()
