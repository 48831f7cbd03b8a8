import type * as portuguese from '../blocks.ts'
import type { Translated } from '../translated.ts'

export const blockTexts: Translated<typeof portuguese.blockTexts> = {
  menu: 'Más opciones',
  block: 'Bloquear',
  cancel: 'Cancelar',
  untold: 'Nadie recibe aviso.',
  lasts:
    'Dura 16 horas en este bar, aunque la persona vuelva con otro perfil en el mismo dispositivo. Puedes deshacerlo en tu perfil.',
  done: 'Listo',
  failed: 'No se pudo bloquear ahora. Inténtalo de nuevo.',
  tooMany:
    'Ya bloqueaste a 100 personas. Desbloquea a alguien en tu perfil o habla con el personal.',

  title: 'Personas que bloqueé',
  empty: 'No bloqueaste a nadie.',
  loading: 'Cargando...',
  loadFailed: 'No se pudo cargar la lista.',
  unblock: 'Desbloquear',
  unblockFailed: 'No se pudo desbloquear ahora. Inténtalo de nuevo.',
}

export const blockQuestion: typeof portuguese.blockQuestion = (name) => `¿Bloquear a ${name}?`

export const blockDetail: typeof portuguese.blockDetail = (name) =>
  `En la app, tú y ${name} dejan de verse, y su conversación termina.`

export const blockedDetail: typeof portuguese.blockedDetail = (name) =>
  `Tú y ${name} ya no se ven en la app.`

export const alreadyLeft: typeof portuguese.alreadyLeft = (name) =>
  `${name} salió de la app, pero puede seguir en el bar.`

export const unblockedDetail: typeof portuguese.unblockedDetail = (name) =>
  `Desbloqueaste a ${name}.`

export const blockedSince: typeof portuguese.blockedSince = (time) => `Desde ${time}`

export const unblockPerson: typeof portuguese.unblockPerson = (name) => `Desbloquear a ${name}`
