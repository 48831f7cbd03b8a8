import { SERVICE_WORKER } from '#contract/paths.ts'
import { ownScript } from '#web/own-script.ts'

/** After the page, which works without it. */
export function registerServiceWorker(): void {
  const register = () =>
    navigator.serviceWorker
      .register(ownScript(SERVICE_WORKER), { updateViaCache: 'none' })
      .catch(() => undefined)
  if (document.readyState === 'complete') void register()
  else addEventListener('load', () => void register(), { once: true })
}
