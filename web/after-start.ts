import { passPressesThroughFading } from './fading-press.ts'
import { reportPageErrors } from './page-errors.ts'
import { registerServiceWorker } from './service-worker/register.ts'
import { keepInstallPrompt } from './session/install-prompt.ts'

export { Toaster } from './ui/toast/toaster.tsx'

/** Starts the parts that the first paint does not need. */
export function finishStart(): void {
  reportPageErrors()
  passPressesThroughFading()
  keepInstallPrompt()
  if (import.meta.env.PROD && navigator.serviceWorker) registerServiceWorker()
}
