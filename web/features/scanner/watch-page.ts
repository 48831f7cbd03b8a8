import type { Scanner } from './scanner.ts'

/**
 * Releases the camera while nobody can see the page, and tries again by itself when what was in the
 * way may have gone: the permission was given, a camera plugged in, the page is seen again.
 */
export function watchPage(scanner: Scanner): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const phase = () => scanner.getState().phase
  const retryAfter = (...troubles: (string | null)[]) => {
    const { trouble } = scanner.getState()
    if (phase() === 'trouble' && troubles.includes(trouble)) void scanner.open()
  }
  const followVisibility = () => {
    if (phase() === 'found') return
    if (phase() === 'trouble') return document.hidden || retryAfter('busy', 'noPicture')
    if (document.hidden) scanner.pause()
    else void scanner.open()
  }
  document.addEventListener('visibilitychange', followVisibility, { signal })
  window.addEventListener('pagehide', () => scanner.pause(), { signal })
  navigator.mediaDevices?.addEventListener('devicechange', () => retryAfter('missing'), { signal })
  // Firefox of some years does not know this permission by name.
  void navigator.permissions
    ?.query({ name: 'camera' })
    .then((permission) =>
      permission.addEventListener('change', () => retryAfter('denied'), { signal }),
    )
    .catch(() => undefined)
  return () => stop.abort()
}
