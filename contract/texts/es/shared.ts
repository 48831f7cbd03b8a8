import type * as portuguese from '../shared.ts'
import type { Translated } from '../translated.ts'

export const sharedTexts: Translated<typeof portuguese.sharedTexts> = {
  loading: 'Cargando...',
  error: 'Error',
  unexpectedError: 'Ocurrió un error inesperado',
  requiredField: 'Campo obligatorio',
  close: 'Cerrar',
  clearSearch: 'Borrar búsqueda',
  dismissToast: 'Cerrar aviso',
  notifications: 'Avisos',
  backToHome: 'Volver al inicio',
  safety: 'Seguridad',
  offline: 'Sin conexión. Intentando de nuevo…',
  offlineTitle: 'Sin conexión',
  offlineHint: 'Revisa tu internet e inténtalo de nuevo.',
  offlineWaits: 'Sin conexión. Lo seguimos intentando.',
  skipToContent: 'Ir al contenido',
  crashed: 'Algo salió mal en esta página.',
  crashedRetry: 'Recargar',
}

export const pageTitle: typeof portuguese.pageTitle = (productName, subject) =>
  subject ? `${subject} · ${productName}` : productName
