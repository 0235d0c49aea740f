// Runs before the first paint, so that nobody sees the other theme flash by.
window.applyTheme = function () {
  var kept = localStorage.getItem('clearball.theme')
  var isDark = kept ? kept === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.classList.toggle('dark', isDark)
  // The specification: teal in dark mode, white otherwise.
  document.querySelector('meta[name="theme-color"]').content = isDark ? '#0b6e69' : '#ffffff'
}
window.applyTheme()
// Another tab chose; browsers tell every tab but the one that did.
addEventListener('storage', window.applyTheme)
