/**
 * While one page fades into the next, the browser gives every press to the document itself. So a
 * press ends the fading, and is then for what lies under it.
 */
export function passPressesThroughFading(): void {
  const root = document.documentElement
  let hasEnded = false
  const endFading = ({ target }: PointerEvent) => {
    const fading = target === root ? document.activeViewTransition : null
    fading?.skipTransition()
    hasEnded = Boolean(fading)
  }
  // A finger's press finds what is under it by itself; a mouse's began on the document.
  const pressUnder = ({ target, clientX, clientY }: MouseEvent) => {
    if (hasEnded && target === root) press(document.elementFromPoint(clientX, clientY))
    hasEnded = false
  }
  addEventListener('pointerdown', endFading, true)
  addEventListener('click', pressUnder, true)
}

function press(under: Element | null): void {
  under?.closest<HTMLElement>('a, button, input, select, textarea')?.focus()
  under?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
}
