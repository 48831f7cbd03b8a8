import { passPressesThroughFading } from './fading-press.ts'
import { registerServiceWorker } from './service-worker/register.ts'

/** What a page does without until it is there. */
export function finishStart(): void {
  passPressesThroughFading()
  if (import.meta.env.PROD && navigator.serviceWorker) registerServiceWorker()
}
