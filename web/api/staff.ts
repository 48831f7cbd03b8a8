import * as v from 'valibot'
import { address } from '#contract/address.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import type { Clearing, PersonNetwork } from '#contract/clearing.ts'
import { clearedSchema, clearingSchema, networkSchema } from '#contract/clearing.ts'
import type { EntryCodeChoice, EntryCodeView } from '#contract/entry-code.ts'
import { entryCodeSchema } from '#contract/entry-code.ts'
import { CodedError } from '#contract/errors.ts'
import type { BoardHelp, HelpAnswerRequest } from '#contract/help.ts'
import { boardHelpStateSchema } from '#contract/help.ts'
import type { Subscription } from '#contract/notices.ts'
import type { Removal, RemovalReason } from '#contract/removals.ts'
import { removalsSchema } from '#contract/removals.ts'
import type { AdminOptions } from './admin-request.ts'
import { adminRequest } from './admin-request.ts'

export function fetchEntryCode(barId: string): Promise<EntryCodeView> {
  return adminRequest(address(ADMIN_API.entryCode, { barId }), entryCodeSchema)
}

export function switchEntryCode(barId: string, ask: EntryCodeChoice): Promise<EntryCodeView> {
  return adminRequest(address(ADMIN_API.entryCode, { barId }), entryCodeSchema, {
    method: 'PUT',
    json: { ask },
  })
}

export function renewEntryCode(barId: string): Promise<EntryCodeView> {
  return adminRequest(address(ADMIN_API.entryCodeRenewal, { barId }), entryCodeSchema, {
    method: 'POST',
  })
}

/** "A caminho", "Resolvido". Resolves to the call as it stands; null: it is closed. */
export async function answerHelp(
  barId: string,
  personId: string,
  json: HelpAnswerRequest,
  options: AdminOptions = {},
): Promise<BoardHelp | null> {
  const path = address(ADMIN_API.personHelp, { barId, personId })
  return (await adminRequest(path, boardHelpStateSchema, { method: 'PUT', json, ...options })).help
}

/** Succeeds also if the person has already left. */
export async function removePerson(
  barId: string,
  personId: string,
  reason: RemovalReason,
): Promise<void> {
  const removal = { method: 'PUT', json: { reason } } as const
  await unlessGone(
    adminRequest(address(ADMIN_API.removal, { barId, personId }), v.unknown(), removal),
  )
}

/** Newest first. */
export function fetchRemovals(barId: string): Promise<Removal[]> {
  return adminRequest(address(ADMIN_API.removals, { barId }), removalsSchema)
}

/** Succeeds also if somebody else has undone it. */
export async function undoRemoval(barId: string, personId: string): Promise<void> {
  await unlessGone(
    adminRequest(address(ADMIN_API.removal, { barId, personId }), v.unknown(), {
      method: 'DELETE',
    }),
  )
}

export function fetchClearing(barId: string): Promise<Clearing> {
  return adminRequest(address(ADMIN_API.people, { barId }), clearingSchema)
}

/** Resolves to how many visits end. */
export async function emptyBar(barId: string): Promise<number> {
  return (
    await adminRequest(address(ADMIN_API.people, { barId }), clearedSchema, { method: 'DELETE' })
  ).people
}

export function fetchNetwork(barId: string, personId: string): Promise<PersonNetwork> {
  return adminRequest(address(ADMIN_API.personNetwork, { barId, personId }), networkSchema)
}

/** Resolves to how many visits end. */
export async function clearNetwork(barId: string, personId: string): Promise<number> {
  const path = address(ADMIN_API.personNetwork, { barId, personId })
  return (await adminRequest(path, clearedSchema, { method: 'DELETE' })).people
}

async function unlessGone(change: Promise<unknown>): Promise<void> {
  try {
    await change
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'person_not_found') throw error
  }
}

/** For calls for help and reports, on this phone. */
export async function keepStaffSubscription(json: Subscription): Promise<void> {
  await adminRequest(ADMIN_API.notices, v.unknown(), { method: 'PUT', json, quiet: true })
}

export async function endStaffSubscription(): Promise<void> {
  await adminRequest(ADMIN_API.notices, v.unknown(), { method: 'DELETE', quiet: true })
}
