import * as v from 'valibot'
import { idSchema } from '#contract/id.ts'
import { mintId } from './mint-id.ts'
import { storedItem } from './stored-item.ts'

const entryAttemptItem = storedItem(
  'entryAttempt',
  v.object({ barId: v.string(), attempt: idSchema }),
)

/** Idempotency key of a new profile, kept until the server answers. */
export function entryAttempt(barId: string): string {
  const kept = entryAttemptItem.read()
  const current = kept?.barId === barId ? kept : { barId, attempt: mintId() }
  entryAttemptItem.write(current)
  return current.attempt
}

export function forgetEntryAttempt(): void {
  entryAttemptItem.remove()
}
