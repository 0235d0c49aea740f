// `start.js` imports this before the app: to evaluate React and the app in one go would take a small phone a quarter of a second, in which
// it answers no tap.
import 'react-dom/client'
