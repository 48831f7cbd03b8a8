import * as v from 'valibot'
import { idSchema } from '#contract/id.ts'
import { mintId } from './mint-id.ts'
import { storedItem } from './stored-item.ts'

const entryAttemptItem = storedItem(
  'entryAttempt',
  v.object({ barId: v.string(), attempt: idSchema }),
)

/**
 * Names the profile that is being made. Kept until there is an answer: where it was lost, the next
 * try finds the profile instead of making a second one.
 */
export function entryAttempt(barId: string): string {
  const kept = entryAttemptItem.read()
  const current = kept?.barId === barId ? kept : { barId, attempt: mintId() }
  entryAttemptItem.write(current)
  return current.attempt
}

export function forgetEntryAttempt(): void {
  entryAttemptItem.remove()
}
