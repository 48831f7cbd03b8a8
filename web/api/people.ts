import type { Entered, Recognised } from '#contract/entered.ts'
import { enteredSchema, recognisedSchema } from '#contract/entered.ts'
import { CodedError } from '#contract/errors.ts'
import { toApi } from '#contract/paths.ts'
import type { EnterRequest } from '#contract/profile-form.ts'
import { request } from './request.ts'

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
