import { passPressesThroughFading } from './fading-press.ts'
import { registerServiceWorker } from './service-worker/register.ts'

/** Not needed for the first paint. */
export function finishStart(): void {
  passPressesThroughFading()
  if (import.meta.env.PROD && navigator.serviceWorker) registerServiceWorker()
}
