import type { Entered } from '#contract/entered.ts'
import { toApi } from '#contract/paths.ts'
import type { EnterRequest } from '#contract/profile-form.ts'
import { aProfile } from '#test/fakes/profile.ts'

/** Where clients knock: a server, or a proxy before it. Null while there is nothing. */
export interface Door {
  readonly port: number | null
}

/** A limit that no test reaches. */
export const RAISED = 1_000_000

type Headers = Record<string, string>

/** One request of a page. Rejects where nothing answers. */
export async function ask(
  door: Door,
  path: string,
  options: { method?: string; body?: unknown; headers?: Headers } = {},
): Promise<Response> {
  if (door.port === null) throw new Error('Nothing serves.')
  const origin = `http://127.0.0.1:${door.port}`
  const { method = 'GET', body, headers = {} } = options
  return fetch(origin + path, {
    method,
    headers: { Origin: origin, 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  })
}

/** Makes a profile. */
export async function enter(
  door: Door,
  barId: string,
  profile: Partial<EnterRequest> & { name: string },
): Promise<Entered> {
  const body = aProfile(profile)
  const answer = await ask(door, toApi.people(barId), { method: 'POST', body })
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Entered
}
