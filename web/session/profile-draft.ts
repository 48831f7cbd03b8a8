import * as v from 'valibot'
import { interestSchema } from '#contract/interest.ts'
import { PROFILE_DRAFT_KEY } from '#contract/stored-keys.ts'
import { storedItem } from './stored-item.ts'

const profileDraftSchema = v.object({
  name: v.string(),
  phone: v.string(),
  photo: v.nullable(v.string()),
  interest: interestSchema,
  showsInterest: v.boolean(),
})
export type ProfileDraft = v.InferOutput<typeof profileDraftSchema>

export const profileDraftItem = storedItem(PROFILE_DRAFT_KEY, profileDraftSchema)
