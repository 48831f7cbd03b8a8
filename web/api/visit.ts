import * as v from 'valibot'
import { CodedError } from '#contract/errors.ts'
import { toApi } from '#contract/paths.ts'
import type { OwnPerson } from '#contract/person.ts'
import { ownPersonSchema } from '#contract/person.ts'
import type { EditRequest } from '#contract/profile-form.ts'
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
export function startLeaving(barId: string, secret: string): Promise<{ endsAt: number }> {
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
