import type { Entered, Recognised } from '#contract/entered.ts'
import { enteredSchema, recognisedSchema } from '#contract/entered.ts'
import { CodedError } from '#contract/errors.ts'
import { toApi } from '#contract/paths.ts'
import type { EnterRequest } from '#contract/person.ts'
import { request } from './request.ts'

/** Makes a profile in a bar. The secret that comes back proves it and is told this once. */
export function enterBar(barId: string, profile: EnterRequest): Promise<Entered> {
  return request(toApi.people(barId), enteredSchema, { method: 'POST', json: profile })
}

/** Whose profile this browser made here; null where there is none any more. */
export async function recognise(barId: string, deviceKey: string): Promise<Recognised | null> {
  try {
    const json = { deviceKey }
    return await request(toApi.recognise(barId), recognisedSchema, { method: 'POST', json })
  } catch (error) {
    if (error instanceof CodedError && error.code === 'person_not_found') return null
    throw error
  }
}

/** Whether the bar has sent this browser away for the night. */
export function saysRemoved(error: unknown): boolean {
  return error instanceof CodedError && error.code === 'removed'
}

/** Another secret for the profile that this browser made here. */
export function continueVisit(barId: string, deviceKey: string): Promise<Entered> {
  return request(toApi.continue(barId), enteredSchema, { method: 'POST', json: { deviceKey } })
}
