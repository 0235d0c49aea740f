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
  var wanted = files.app.concat(files.words[spoken], isHome ? [] : files.screens[spoken], files.pages[path] || [])
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
  function run() {
    void import('/assets/' + wanted[0])
  }
  // What was drawn is home in the first language, for somebody who is not signed in.
  if (!isHome || spoken !== 'vi' || localStorage.getItem('clearball.signed-in')) return begin()
  document.documentElement.dataset.drawn = 'home'
  // There is a page to look at; the app comes when it is on the screen and takes nothing from its arrival. A page that is
  // opened in the background is not painted at all, and waits no longer than this.
  new PerformanceObserver(begin).observe({ type: 'paint', buffered: true })
  setTimeout(begin, 1000)
})()
