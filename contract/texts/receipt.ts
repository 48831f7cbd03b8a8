import type { Erased } from '../erased.ts'

const COUNTED: readonly [keyof Erased, one: string, many: string][] = [
  ['profiles', 'perfil', 'perfis'],
  ['photos', 'foto', 'fotos'],
  ['messages', 'mensagem', 'mensagens'],
]

/** Leaving does not erase this mark in the browser. */
const MARK_STAYS = 'Por até 48 horas fica neste aparelho uma marca sem nome.'

/** Says what leaving has erased, or returns null if all counts are zero. */
export function erasedReceipt(erased: Erased): string | null {
  const parts = COUNTED.flatMap(([what, one, many]) => {
    const count = erased[what]
    return count > 0 ? [`${count.toLocaleString('pt-BR')} ${count === 1 ? one : many}`] : []
  })
  const list = new Intl.ListFormat('pt-BR', { type: 'conjunction' })
  return parts.length > 0 ? `Apagamos ${list.format(parts)}. ${MARK_STAYS}` : null
}
