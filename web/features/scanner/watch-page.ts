import type { Scanner } from './scanner.ts'

/** Releases the camera of a hidden page. Retries on visibility, permission or a new device. */
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
  // Older versions of Firefox reject this permission name.
  void navigator.permissions
    ?.query({ name: 'camera' })
    .then((permission) =>
      permission.addEventListener('change', () => retryAfter('denied'), { signal }),
    )
    .catch(() => undefined)
  return () => stop.abort()
}
