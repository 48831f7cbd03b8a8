import { toApi } from '#contract/paths.ts'
import type { Entered, EnterRequest } from '#contract/person.ts'
import { enteredSchema } from '#contract/person.ts'
import { request } from './request.ts'

/** Makes a profile in a bar. The secret that comes back proves it and is told this once. */
export function enterBar(barId: string, profile: EnterRequest): Promise<Entered> {
  return request(toApi.people(barId), enteredSchema, { method: 'POST', json: profile })
}
