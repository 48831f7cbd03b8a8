import * as v from 'valibot'
import type { Entered, Recognised } from '#contract/entered.ts'
import { enteredSchema, recognisedSchema } from '#contract/entered.ts'
import { CodedError } from '#contract/errors.ts'
import type { OwnData } from '#contract/own-data.ts'
import { ownDataSchema } from '#contract/own-data.ts'
import { toApi } from '#contract/paths.ts'
import type { OwnPerson } from '#contract/person.ts'
import { ownPersonSchema } from '#contract/person.ts'
import type { EditRequest, EnterRequest } from '#contract/profile-form.ts'
import { request } from './request.ts'

const leavingSchema = v.object({ endsAt: v.number() })

const editedSchema = v.object({ person: ownPersonSchema })

export async function editProfile(
  barId: string,
  secret: string,
  changes: EditRequest,
): Promise<OwnPerson> {
  const options = { method: 'PATCH', secret, json: changes } as const
  return (await request(toApi.visit(barId), editedSchema, options)).person
}

/** The visit ends about 2 s later, unless `stay` is called. */
function startLeaving(barId: string, secret: string): Promise<{ endsAt: number }> {
  return request(toApi.leaving(barId), leavingSchema, { method: 'PUT', secret, keepalive: true })
}

/** Throws `visit_ended` if it is too late. */
export async function stay(barId: string, secret: string): Promise<void> {
  await request(toApi.leaving(barId), v.unknown(), { method: 'DELETE', secret })
}

export function saysVisitIsOver(error: unknown): boolean {
  return error instanceof CodedError && (error.code === 'visit_ended' || error.code === 'no_visit')
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/** Retries until the server has answered, while the page lives. */
export async function leaveEventually(
  barId: string,
  secret: string,
  signal?: AbortSignal,
): Promise<void> {
  let ceiling = FIRST_PAUSE_MS
  while (!signal?.aborted) {
    try {
      await startLeaving(barId, secret)
      return
    } catch (error) {
      if (saysVisitIsOver(error)) return
    }
    const pause = ceiling * (0.5 + Math.random() / 2)
    await new Promise((resolve) => setTimeout(resolve, pause))
    ceiling = Math.min(ceiling * 2, LONGEST_PAUSE_MS)
  }
}

/** The returned secret proves the profile. It is sent only once. */
export function enterBar(barId: string, profile: EnterRequest): Promise<Entered> {
  return request(toApi.people(barId), enteredSchema, { method: 'POST', json: profile })
}

/** Null if this browser has no profile in the bar any more. */
export async function recognise(barId: string, deviceKey: string): Promise<Recognised | null> {
  try {
    const json = { deviceKey }
    return await request(toApi.recognise(barId), recognisedSchema, { method: 'POST', json })
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
  return request(toApi.continue(barId), enteredSchema, { method: 'POST', json: { deviceKey } })
}

export function fetchOwnData(barId: string, secret: string): Promise<OwnData> {
  return request(toApi.visit(barId), ownDataSchema, { secret })
}
