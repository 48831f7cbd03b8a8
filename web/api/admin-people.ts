import * as v from 'valibot'
import { toAdminPerson } from '#contract/admin-paths.ts'
import { CodedError } from '#contract/errors.ts'
import { request } from './request.ts'

/** Succeeds also if the person has already left. */
export async function removePerson(barId: string, personId: string): Promise<void> {
  try {
    await request(toAdminPerson(barId, personId), v.unknown(), { method: 'DELETE' })
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'person_not_found') throw error
  }
}
