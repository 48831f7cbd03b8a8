import { SERVICE_WORKERS } from '#contract/paths.ts'
import { LANGUAGE } from '#contract/texts/language.ts'
import { ownScript } from '#web/own-script.ts'

/** After the page, which works without it. */
export function registerServiceWorker(): void {
  const register = () =>
    navigator.serviceWorker
      .register(ownScript(SERVICE_WORKERS[LANGUAGE]), { updateViaCache: 'none' })
      .catch(() => undefined)
  if (document.readyState === 'complete') void register()
  else addEventListener('load', () => void register(), { once: true })
}
