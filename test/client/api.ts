import * as v from 'valibot'
import { address } from '#contract/address.ts'
import type { Entered } from '#contract/entered.ts'
import { enteredSchema } from '#contract/entered.ts'
import { API } from '#contract/paths.ts'
import type { EditRequest, EnterRequest } from '#contract/profile-form.ts'
import { aProfile } from '#test/fakes/profile.ts'

export interface RequestParts {
  method: string
  headers: Record<string, string>
  body?: string
}

/** Sends a request of the product's own page. Rejects if nothing answers. */
export type SendRequest = (path: string, parts: RequestParts) => Promise<Response>

export interface Question {
  method?: string
  json?: unknown
  headers?: Record<string, string>
}

export function ask(
  send: SendRequest,
  path: string,
  { method = 'GET', json, headers = {} }: Question = {},
): Promise<Response> {
  if (json === undefined) return send(path, { method, headers })
  const typed = { 'Content-Type': 'application/json', ...headers }
  return send(path, { method, headers: typed, body: JSON.stringify(json) })
}

export const toBearer = (secret: string) => ({ Authorization: `Bearer ${secret}` })

/** Makes a profile. Throws with the answer's status and text if it is refused. */
export async function enterBar(
  send: SendRequest,
  barId: string,
  profile: Partial<EnterRequest> = {},
): Promise<Entered> {
  const question = { method: 'POST', json: aProfile(profile) }
  return v.parse(enteredSchema, await succeed(ask(send, address(API.people, { barId }), question)))
}

/** The requests of a person with a profile. */
export class PersonApi {
  readonly #send: SendRequest
  readonly #barId: string
  readonly #headers: Record<string, string>

  constructor(send: SendRequest, barId: string, secret: string) {
    this.#send = send
    this.#barId = barId
    this.#headers = toBearer(secret)
  }

  ask(path: string, question: Question = {}): Promise<Response> {
    return ask(this.#send, path, { headers: this.#headers, ...question })
  }

  async edit(json: EditRequest): Promise<void> {
    await succeed(this.ask(address(API.visit, { barId: this.#barId }), { method: 'PATCH', json }))
  }

  /** The visit ends at once. */
  async leave(): Promise<void> {
    await succeed(this.ask(address(API.visit, { barId: this.#barId }), { method: 'DELETE' }))
  }
}

/** The JSON of a successful answer; null without a body. */
async function succeed(asked: Promise<Response>): Promise<unknown> {
  const answer = await asked
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} ${text}`)
  return text === '' ? null : JSON.parse(text)
}
