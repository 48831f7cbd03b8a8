import type { OwnPerson } from '#contract/person.ts'
import { forgetDeviceKey } from './device-keys.ts'
import { draftsItem, profileDraftItem } from './drafts.ts'
import { keptCallItem } from './kept-call.ts'
import { outboxItem } from './kept-outbox.ts'
import {
  chatTargetItem,
  currentBarItem,
  ownIdItem,
  ownProfileItem,
  visitSecretItem,
} from './visit-items.ts'

export interface VisitedBar {
  barId: string
  barName: string
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
  keptCallItem.remove()
  profileDraftItem.remove()
  draftsItem.remove()
}

export function forgetVisit(barId: string): void {
  forgetProfile()
  currentBarItem.remove()
  forgetDeviceKey(barId)
}
