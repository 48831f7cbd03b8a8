/**
 * Wraps each text of the page in two elements, now and whenever one comes, as browsers that translate do. The words
 * stay as they are, so that a test reads them as on any page. Runs in the page, before its scripts.
 */
export function translatePages(): void {
  const UNTOUCHED = 'font, head, noscript, option, script, style, svg, textarea, [translate=no]'

  const start = () => {
    // React draws a page anew whose texts changed before it took them over.
    const controls = [...document.querySelectorAll('#root :is(a, button, input)')]
    if (
      !controls.every((control) => Object.keys(control).some((key) => key.startsWith('__react')))
    ) {
      requestAnimationFrame(start)
      return
    }
    wrapAll(document.body)
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        if (target instanceof Text) wrap(target)
        for (const node of addedNodes) wrapAll(node)
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
  }
  // Browsers wait until a page has loaded.
  addEventListener('load', start)

  function wrapAll(node: Node): void {
    if (node instanceof Text) return wrap(node)
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (texts.nextNode()) found.push(texts.currentNode as Text)
    for (const text of found) wrap(text)
  }

  function wrap(text: Text): void {
    const parent = text.parentElement
    if (!parent || parent.closest(UNTOUCHED) || !text.data.trim()) return
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    // The translation is another text: what the page holds on to is gone.
    inner.append(text.data)
    outer.append(inner)
    text.replaceWith(outer)
  }
}
