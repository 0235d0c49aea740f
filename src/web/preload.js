// Runs before the app: asks for the files of the language and of the page at the address, so that they come beside the
// app instead of after it. The build fills in which files those are.
;(function () {
  var files = __FILES__
  var locale = new URLSearchParams(location.search).get('lang') || localStorage.getItem('clearball.locale')
  var spoken = files[locale] ? locale : 'vi'
  var others = location.pathname === '/' ? [] : files['screens ' + spoken]
  var wanted = files[spoken].concat(others, files[location.pathname] || [])
  // What was drawn at build time is the home page in the first language, for somebody who is not signed in.
  if (location.pathname === '/' && (!locale || locale === 'vi') && !localStorage.getItem('clearball.signed-in'))
    document.documentElement.dataset.drawn = 'home'
  for (var at = 0; at < wanted.length; at++) {
    var link = document.createElement('link')
    link.rel = 'modulepreload'
    link.fetchPriority = 'low'
    link.href = '/' + wanted[at]
    document.head.appendChild(link)
  }
})()
