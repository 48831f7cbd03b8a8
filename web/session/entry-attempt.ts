import * as v from 'valibot'
import { idSchema } from '#contract/id.ts'
import { mintId } from './mint-id.ts'
import { storedItem } from './stored-item.ts'

const entryAttemptItem = storedItem(
  'entryAttempt',
  v.object({ barId: v.string(), id: idSchema, attempt: idSchema }),
)

/**
 * The id of a profile that is being made, and what proves that it is the same try. Kept until there
 * is an answer: where it was lost, the next try finds the profile instead of making a second one.
 */
export function entryAttempt(barId: string): { id: string; attempt: string } {
  const kept = entryAttemptItem.read()
  const current = kept?.barId === barId ? kept : { barId, id: mintId(), attempt: mintId() }
  entryAttemptItem.write(current)
  return { id: current.id, attempt: current.attempt }
}

export function forgetEntryAttempt(): void {
  entryAttemptItem.remove()
}
