/**
 * Remembers a press before the app runs, which web/ui/button.tsx repeats. A button with a value fills
 * the field of its form. A page without a button does not remember: the first press on the next page
 * would count as early.
 */
export function rememberEarlyPress(): void {
  if (!document.querySelector('button')) return
  let pressed: Element | null = null
  const noteClick = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest('button') : null
    const field = button?.value ? button.form?.querySelector('input') : null
    if (button && field) field.value = button.value
    pressed = field ? null : button
  }
  const noteSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    pressed = isNextKey() ? null : event.submitter
  }
  addEventListener('click', noteClick, true)
  addEventListener('submit', noteSubmit, true)
  window.takeEarlyPress = (button) => {
    removeEventListener('click', noteClick, true)
    removeEventListener('submit', noteSubmit, true)
    const isPressed = pressed === button
    if (isPressed) pressed = null
    return isPressed
  }
}

/** A touch keyboard's "next" key submits the form. */
function isNextKey(): boolean {
  const { activeElement } = document
  const hint = activeElement instanceof HTMLElement ? activeElement.enterKeyHint : ''
  return hint === 'next' && matchMedia('(pointer: coarse)').matches
}
