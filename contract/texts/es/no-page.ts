import type * as portuguese from '../no-page.ts'
import type { Translated } from '../translated.ts'

export const noPageTexts: Translated<typeof portuguese.noPageTexts> = {
  notFoundTitle: '404',
  notFoundText: 'Oops! Page not found',
  notFoundLink: 'Return to Home',
  offlineText:
    'La página se abre sola cuando vuelva la conexión. Revisa el Wi-Fi o la señal del celular.',
  offlineRetry: 'Intentar de nuevo',
  unstarted: 'Esta página no terminó de cargar.',
  outdated:
    'Este navegador es demasiado antiguo para el sitio. Actualízalo o ábrelo en Chrome o Safari.',
  reload: 'Recargar',
}
