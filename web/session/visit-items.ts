import * as v from 'valibot'
import { idSchema } from '#contract/id.ts'
import { interestSchema } from '#contract/interest.ts'
import { VISIT_SECRET_KEY } from '#contract/stored-keys.ts'
import { asText, storedItem } from './stored-item.ts'

const currentBarSchema = v.object({
  barId: v.string(),
  barName: v.string(),
  tableNumber: v.string(),
})

const userProfileSchema = v.object({
  name: v.string(),
  phone: v.nullable(v.string()),
  photo: v.nullable(v.string()),
  interest: interestSchema,
})

const chatTargetSchema = v.object({
  userId: v.string(),
  userName: v.string(),
  barId: v.string(),
  barName: v.string(),
})

// Stored with its bar: the next scan changes `currentBar`, but not the visit of this secret.
const visitSecretSchema = v.object({
  barId: v.string(),
  barName: v.string(),
  secret: v.pipe(v.string(), v.minLength(1)),
})

export const currentBarItem = storedItem('currentBar', currentBarSchema)
export const ownProfileItem = storedItem('userProfile', userProfileSchema)
export const ownIdItem = storedItem('userId', idSchema, () => sessionStorage, asText)
export const chatTargetItem = storedItem('chatTarget', chatTargetSchema)
export const visitSecretItem = storedItem(VISIT_SECRET_KEY, visitSecretSchema)
