import * as v from 'valibot'
import type { Entered } from '#contract/entered.ts'
import { idSchema } from '#contract/id.ts'
import { TIMINGS } from '#contract/timings.ts'
import { keepDeviceKey } from './device-keys.ts'
import { mintId } from './mint-id.ts'
import { storedItem } from './stored-item.ts'
import type { VisitedBar } from './visit.ts'
import { forgetProfile, keepPerson } from './visit.ts'
import { ownIdItem, visitSecretItem } from './visit-items.ts'

export function keepVisit(
  { barId, barName }: VisitedBar,
  { person, secret, deviceKey, mark }: Omit<Entered, 'recovered'>,
): void {
  keepDeviceKey(barId, deviceKey)
  if (mark !== null) keepMark(barId, mark)
  forgetProfile()
  keepPerson({ barId, barName }, person)
  ownIdItem.write(person.id)
  visitSecretItem.write({ barId, barName, secret })
}

/** A mark outlives the profile and its key, until `until`, and identifies nobody. The keys are IDs of bars. */
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
