import * as v from 'valibot'
import { address } from '#contract/address.ts'
import type { Entered, Recognised } from '#contract/entered.ts'
import { enteredSchema, recognisedSchema } from '#contract/entered.ts'
import { CodedError } from '#contract/errors.ts'
import type { OwnData } from '#contract/own-data.ts'
import { ownDataSchema } from '#contract/own-data.ts'
import { API } from '#contract/paths.ts'
import type { OwnPerson } from '#contract/person.ts'
import { ownPersonSchema } from '#contract/person.ts'
import type { EditRequest, EnterRequest } from '#contract/profile-form.ts'
import type { Erased } from '#contract/protocol.ts'
import { erasedSchema } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { request } from './request.ts'

const leftSchema = v.object({ erased: erasedSchema })

const editedSchema = v.object({ person: ownPersonSchema })

export async function editProfile(
  barId: string,
  secret: string,
  changes: EditRequest,
): Promise<OwnPerson> {
  const options = { method: 'PATCH', secret, json: changes } as const
  return (await request(address(API.visit, { barId }), editedSchema, options)).person
}

/** The visit ends at once. Answers with the receipt. */
async function leave(barId: string, secret: string): Promise<Erased> {
  const options = { method: 'DELETE', secret, keepalive: true } as const
  return (await request(address(API.visit, { barId }), leftSchema, options)).erased
}

function saysVisitIsOver(error: unknown): boolean {
  return error instanceof CodedError && (error.code === 'visit_ended' || error.code === 'no_visit')
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/** Retries until the server has answered, while the page lives. Without a receipt if the visit was over already. */
export async function leaveEventually(barId: string, secret: string): Promise<Erased | undefined> {
  for (let ceiling = FIRST_PAUSE_MS; ; ceiling = Math.min(ceiling * 2, LONGEST_PAUSE_MS)) {
    try {
      return await leave(barId, secret)
    } catch (error) {
      if (saysVisitIsOver(error)) return undefined
    }
    await sleep(ceiling * (0.5 + Math.random() / 2))
  }
}

/**
 * Ends the visit. Resolves after the product's two seconds with the receipt, and after four without an
 * answer; the request is then repeated as long as the page lives.
 */
export async function leaveBar(barId: string, secret: string): Promise<Erased | undefined> {
  const answered = Promise.race([leaveEventually(barId, secret), sleep(TIMINGS.leavingGivesUpMs)])
  const [erased] = await Promise.all([answered, sleep(TIMINGS.leavingMs)])
  return erased
}

function sleep(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** The returned secret proves the profile. It is sent only once. */
export function enterBar(barId: string, profile: EnterRequest): Promise<Entered> {
  return request(address(API.people, { barId }), enteredSchema, { method: 'POST', json: profile })
}

/** Null if this browser has no profile in the bar any more. */
export async function recognise(barId: string, deviceKey: string): Promise<Recognised | null> {
  try {
    const json = { deviceKey }
    return await request(address(API.recognise, { barId }), recognisedSchema, {
      method: 'POST',
      json,
    })
  } catch (error) {
    if (error instanceof CodedError && error.code === 'person_not_found') return null
    throw error
  }
}

export function saysRemoved(error: unknown): boolean {
  return error instanceof CodedError && error.code === 'removed'
}

/** Issues another secret for the profile that this browser created here. */
export function continueVisit(barId: string, deviceKey: string): Promise<Entered> {
  return request(address(API.continue, { barId }), enteredSchema, {
    method: 'POST',
    json: { deviceKey },
  })
}

export function fetchOwnData(barId: string, secret: string): Promise<OwnData> {
  return request(address(API.visit, { barId }), ownDataSchema, { secret })
}
