/** Another page has taken the place of one: who listens is told which, and the keyboard starts anew. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
