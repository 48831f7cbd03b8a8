// The first paint does not need these. The app asks for this file until it is loaded.
import { passPressesThroughFading } from './fading-press.ts'
import { reportPageErrors } from './page-errors.ts'
import { registerServiceWorker } from './service-worker/register.ts'
import { keepInstallPrompt } from './session/install-prompt.ts'

export { Toaster } from './ui/toast/toaster.tsx'

reportPageErrors()
passPressesThroughFading()
keepInstallPrompt()
if (import.meta.env.PROD && navigator.serviceWorker) registerServiceWorker()
