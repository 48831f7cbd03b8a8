import * as v from 'valibot'
import { interestSchema } from '#contract/interest.ts'
import { PROFILE_DRAFT_KEY } from '#contract/stored-keys.ts'
import { storedItem } from './stored-item.ts'

export const draftsItem = storedItem('drafts', v.record(v.string(), v.string()))

function keyOf(barId: string, personId: string): string {
  return `${barId}/${personId}`
}

/** Empty if there is no draft. */
export function readDraft(barId: string, personId: string): string {
  return draftsItem.read()?.[keyOf(barId, personId)] ?? ''
}

export function writeDraft(barId: string, personId: string, text: string): void {
  const { [keyOf(barId, personId)]: _, ...others } = draftsItem.read() ?? {}
  draftsItem.write(text === '' ? others : { ...others, [keyOf(barId, personId)]: text })
}

const profileDraftSchema = v.object({
  name: v.string(),
  phone: v.string(),
  photo: v.nullable(v.string()),
  interest: interestSchema,
  showsInterest: v.boolean(),
})
export type ProfileDraft = v.InferOutput<typeof profileDraftSchema>

export const profileDraftItem = storedItem(PROFILE_DRAFT_KEY, profileDraftSchema)
