import * as v from 'valibot'
import type { Entered } from '#contract/entered.ts'
import { idSchema } from '#contract/id.ts'
import { interestSchema } from '#contract/interest.ts'
import type { OwnPerson } from '#contract/person.ts'
import { PROFILE_DRAFT_KEY } from '#contract/stored-keys.ts'
import { TIMINGS } from '#contract/timings.ts'
import { outboxItem } from './kept-outbox.ts'
import { mintId } from './mint-id.ts'
import { storedItem } from './stored-item.ts'
import {
  chatTargetItem,
  currentBarItem,
  deviceKeysItem,
  ownIdItem,
  ownProfileItem,
  visitSecretItem,
} from './visit-items.ts'

interface VisitedBar {
  barId: string
  barName: string
}

export function keepVisit(
  { barId, barName }: VisitedBar,
  { person, secret, deviceKey, mark }: Omit<Entered, 'recovered'>,
): void {
  keepDeviceKey(barId, deviceKey)
  keepMark(barId, mark)
  forgetProfile()
  keepPerson({ barId, barName }, person)
  ownIdItem.write(person.id)
  visitSecretItem.write({ barId, barName, secret })
}

export function keepPerson(
  bar: VisitedBar,
  { name, phone, photo, interest, table }: OwnPerson,
): void {
  currentBarItem.write({ ...bar, tableNumber: table })
  ownProfileItem.write({ name, phone, photo, interest })
}

/** Keeps bar and table, so that the form can be filled in again. */
export function forgetProfile(): void {
  visitSecretItem.remove()
  ownProfileItem.remove()
  ownIdItem.remove()
  chatTargetItem.remove()
  outboxItem.remove()
  profileDraftItem.remove()
  draftsItem.remove()
}

export function forgetVisit(barId: string): void {
  forgetProfile()
  currentBarItem.remove()
  forgetDeviceKey(barId)
}

const draftsItem = storedItem('drafts', v.record(v.string(), v.string()))

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

export function readDeviceKey(barId: string): string | null {
  return deviceKeysItem.read()?.[barId] ?? null
}

export function keepDeviceKey(barId: string, key: string): void {
  // Last: the app's icon leads there.
  const { [barId]: _, ...others } = deviceKeysItem.read() ?? {}
  deviceKeysItem.write({ ...others, [barId]: key })
}

export function forgetDeviceKey(barId: string): void {
  import('./notices.ts').then(
    ({ forgetNotices }) => forgetNotices(),
    () => undefined,
  )
  const { [barId]: _, ...others } = deviceKeysItem.read() ?? {}
  if (Object.keys(others).length > 0) deviceKeysItem.write(others)
  else deviceKeysItem.remove()
}

/** By bar: a mark outlives the profile and its key until `until`. It identifies nobody. */
const marksItem = storedItem(
  'marks',
  v.record(v.string(), v.object({ mark: v.string(), until: v.number() })),
  () => localStorage,
)

export function readMark(barId: string): string | null {
  return readMarks()[barId]?.mark ?? null
}

/** Keeping the same mark again does not extend its life. */
export function keepMark(barId: string, mark: string): void {
  const marks = readMarks()
  if (marks[barId]?.mark === mark) return
  marksItem.write({ ...marks, [barId]: { mark, until: Date.now() + TIMINGS.markMs } })
}

function readMarks() {
  const marks = Object.entries(marksItem.read() ?? {})
  return Object.fromEntries(marks.filter(([, { until }]) => until > Date.now()))
}

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
