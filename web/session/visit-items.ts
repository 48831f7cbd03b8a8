import * as v from 'valibot'
import { idSchema } from '#contract/id.ts'
import { interestSchema } from '#contract/interest.ts'
import { DEVICE_KEYS_KEY, VISIT_SECRET_KEY } from '#contract/stored-keys.ts'
import { asText, storedItem, useStored } from './stored-item.ts'

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

/** By bar: proof that this browser created a profile there. All tabs share it. */
export const deviceKeysItem = storedItem(
  DEVICE_KEYS_KEY,
  v.record(v.string(), v.string()),
  () => localStorage,
)

/** Whether this tab has a visit in the bar, or this browser a key of one. */
export function useIsKnown(barId: string): boolean {
  const isInside = useStored(visitSecretItem)?.barId === barId
  const keys = useStored(deviceKeysItem)
  return isInside || keys?.[barId] !== undefined
}
