import type { OwnPerson } from '#contract/person.ts'
import { forgetDeviceKey } from './device-keys.ts'
import { forgetDrafts } from './drafts.ts'
import { outboxItem } from './kept-outbox.ts'
import {
  chatTargetItem,
  currentBarItem,
  userIdItem,
  userProfileItem,
  visitSecretItem,
} from './patron-session.ts'
import { profileDraftItem } from './profile-draft.ts'

export interface VisitedBar {
  barId: string
  barName: string
}

export function keepVisit({ barId, barName }: VisitedBar, secret: string, person: OwnPerson): void {
  forgetProfile()
  keepPerson({ barId, barName }, person)
  userIdItem.write(person.id)
  visitSecretItem.write({ barId, barName, secret })
}

export function keepPerson(
  bar: VisitedBar,
  { name, phone, photo, interest, table }: OwnPerson,
): void {
  currentBarItem.write({ ...bar, tableNumber: table })
  userProfileItem.write({ name, phone, photo, interest })
}

/** Keeps bar and table, so that the form can be filled in again. */
export function forgetProfile(): void {
  visitSecretItem.remove()
  userProfileItem.remove()
  userIdItem.remove()
  chatTargetItem.remove()
  outboxItem.remove()
  profileDraftItem.remove()
  forgetDrafts()
}

export function forgetVisit(barId: string): void {
  forgetProfile()
  currentBarItem.remove()
  forgetDeviceKey(barId)
}
