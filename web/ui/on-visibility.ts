/** Calls the listener when the page is hidden and when it is seen again. Returns a function that ends it. */
export function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

export function onSeenAgain(listener: () => void): () => void {
  return onVisibility(() => document.hidden || listener())
}
