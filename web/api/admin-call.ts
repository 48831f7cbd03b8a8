import type { Values } from '#contract/address.ts'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { hasCode } from '#contract/errors.ts'
import type { OwnPasskey } from '#contract/passkeys.ts'
import type { AnswerOf, BodyAndOptions } from './call.ts'
import { call } from './call.ts'

interface AdminOptions {
  /** Never opens a dialog, as for what the page asks by itself. */
  quiet?: boolean
}

/** A dialog asks for a login, or for a proof by one of these passkeys or the password. */
type SessionQuestion = { kind: 'login' } | { kind: 'proof'; passkeys: readonly OwnPasskey[] }

export function saysSignedOut(error: unknown): boolean {
  return hasCode(error, 'unauthenticated')
}

export function hasPasskeySupport(): boolean {
  return typeof PublicKeyCredential === 'function'
}

/** Calls that find the session ended or its proof too old at the same time share one dialog. */
class SessionPrompt {
  #confirmation = awaitConfirmation()
  #asked: Promise<boolean> | null = null
  #question: SessionQuestion | null = null
  #answer: (isAnswered: boolean) => void = () => undefined
  #answers = 0
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly question = (): SessionQuestion | null => this.#question

  /** The server has said who is signed in: calls that waited for it begin. */
  confirm(): void {
    this.#confirmation.confirm()
  }

  /** Nobody draws the question any more. Later calls wait for the next confirmation. */
  end(): void {
    this.#confirmation = awaitConfirmation()
    if (this.#asked) this.answer(false)
  }

  answer(isAnswered: boolean): void {
    if (isAnswered) this.#answers += 1
    this.#answer(isAnswered)
    this.#asked = null
    this.#question = null
    this.#announce()
  }

  /** Runs a call. Asks for a login or proof where it needs one, then repeats the call or rethrows. */
  async run<T>(ask: () => Promise<T>): Promise<T> {
    await this.#confirmation.confirmed
    for (;;) {
      const answers = this.#answers
      try {
        return await ask()
      } catch (error) {
        const needsProof = hasCode(error, 'proof_needed')
        if (!needsProof && !saysSignedOut(error)) throw error
        // Another call may have led to an answer meanwhile.
        if (answers !== this.#answers) continue
        const isAnswered = await (needsProof ? this.#askProof() : this.#ask({ kind: 'login' }))
        if (!isAnswered) throw error
      }
    }
  }

  /** True after a login or proof, false if the dialog was closed. */
  #ask(question: SessionQuestion): Promise<boolean> {
    this.#question ??= question
    this.#asked ??= new Promise((resolve) => {
      this.#answer = resolve
    })
    this.#announce()
    return this.#asked
  }

  /** The dialog opens when it is known what it can offer. */
  async #askProof(): Promise<boolean> {
    const fetchOwn = () => call(ADMIN_ENDPOINTS.listPasskeys, {})
    const passkeys = hasPasskeySupport() ? (await this.run(fetchOwn)).passkeys : []
    return this.#ask({ kind: 'proof', passkeys })
  }

  #announce(): void {
    for (const listener of this.#listeners) listener()
  }
}

function awaitConfirmation() {
  let confirm = (): void => undefined
  const confirmed = new Promise<void>((resolve) => {
    confirm = resolve
  })
  return { confirmed, confirm }
}

/** The administrators' guard draws its question. */
export const sessionPrompt = new SessionPrompt()

/**
 * As `call`, for the account that is signed in. Waits until the session is confirmed. Opens a dialog where
 * the call needs a login or proof, and repeats the call; if the dialog is closed, throws
 * `unauthenticated` or `proof_needed`.
 */
export function adminCall<const E extends Endpoint>(
  endpoint: E,
  values: Values<E['path']>,
  ...[json, { quiet = false } = {}]: BodyAndOptions<E, AdminOptions>
): Promise<AnswerOf<E>> {
  const ask = () => call(endpoint, values, ...([json] as unknown as BodyAndOptions<E, never>))
  return quiet ? ask() : sessionPrompt.run(ask)
}
