import type { Erased } from '#contract/erased.ts'
import type * as portuguese from '../receipt.ts'

const COUNTED: readonly [keyof Erased, one: string, many: string][] = [
  ['profiles', 'perfil', 'perfiles'],
  ['photos', 'foto', 'fotos'],
  ['messages', 'mensaje', 'mensajes'],
]

const MARK_STAYS = 'Por hasta 48 horas queda en este dispositivo una marca sin nombre.'

export const erasedReceipt: typeof portuguese.erasedReceipt = (erased) => {
  const parts = COUNTED.flatMap(([what, one, many]) => {
    const count = erased[what]
    return count > 0 ? [`${count.toLocaleString('es')} ${count === 1 ? one : many}`] : []
  })
  const list = new Intl.ListFormat('es', { type: 'conjunction' })
  return parts.length > 0 ? `Borramos ${list.format(parts)}. ${MARK_STAYS}` : null
}
