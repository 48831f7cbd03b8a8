import type { Erased } from '#contract/erased.ts'
import type * as portuguese from '../receipt.ts'

const COUNTED: readonly [keyof Erased, one: string, many: string][] = [
  ['profiles', 'profile', 'profiles'],
  ['photos', 'photo', 'photos'],
  ['messages', 'message', 'messages'],
]

const MARK_STAYS = 'For up to 48 hours a nameless mark stays on this device.'

export const erasedReceipt: typeof portuguese.erasedReceipt = (erased) => {
  const parts = COUNTED.flatMap(([what, one, many]) => {
    const count = erased[what]
    return count > 0 ? [`${count.toLocaleString('en')} ${count === 1 ? one : many}`] : []
  })
  const list = new Intl.ListFormat('en', { type: 'conjunction' })
  return parts.length > 0 ? `We erased ${list.format(parts)}. ${MARK_STAYS}` : null
}
