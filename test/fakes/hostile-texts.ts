/** The script that shows that a text was run. */
export const MARK = 'window.__xss=1'
/** Texts that a page would run if it did not escape them. */
export const HOSTILE_TEXTS = [
  `<script>${MARK}</script>`,
  `<img src=x onerror=${MARK}>`,
  `<svg onload=${MARK}>`,
  `"><svg/onload=${MARK}>`,
  `'-${MARK}-'`,
  `javascript:${MARK}`,
  `<iframe srcdoc="<script>parent.${MARK}</script>">`,
  `<a href="javascript:${MARK}">a</a>`,
  `{{constructor.constructor("${MARK}")()}}`,
  `</script><script>${MARK}</script>`,
  `<style>*{display:none}</style>`,
  `<base href="//evil.example">`,
  `<form action="//evil.example"><button>x`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${MARK}>`,
  `&lt;script&gt;${MARK}&lt;/script&gt;`,
  `\\u003cscript\\u003e${MARK}`,
  `%3Cscript%3E${MARK}`,
  `<details open ontoggle=${MARK}>`,
  `__proto__`,
  `\u202Egnp.elgoog`,
]
