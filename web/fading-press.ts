/**
 * During a view transition the browser targets every press at the document. A press therefore skips
 * the transition and is repeated on the element below.
 */
export function passPressesThroughFading(): void {
  const root = document.documentElement
  let hasEnded = false
  const endFading = ({ target }: PointerEvent) => {
    const fading = target === root ? document.activeViewTransition : null
    fading?.skipTransition()
    hasEnded = Boolean(fading)
  }
  // A touch finds the element below by itself. A mouse click stays on the document.
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
