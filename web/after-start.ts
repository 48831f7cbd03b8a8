import { passPressesThroughFading } from './fading-press.ts'
import { reportPageErrors } from './page-errors.ts'
import { registerServiceWorker } from './service-worker/register.ts'
import { keepInstallPrompt } from './session/install-prompt.ts'

export { Toaster } from './ui/toast/toaster.tsx'

/** Not needed for the first paint. */
export function finishStart(): void {
  reportPageErrors()
  passPressesThroughFading()
  keepInstallPrompt()
  if (import.meta.env.PROD && navigator.serviceWorker) registerServiceWorker()
}
