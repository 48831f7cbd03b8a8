import type { Values } from '#contract/address.ts'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { hasCode } from '#contract/errors.ts'
import type { OwnPasskey } from '#contract/passkeys.ts'
import { Cell } from '#web/ui/cell.ts'
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

interface Asked {
  question: SessionQuestion
  /** True after a login or proof, false if the dialog was closed. */
  answered: Promise<boolean>
  answer: (isAnswered: boolean) => void
}

/** Calls that find the session ended or its proof too old at the same time share one dialog. */
class SessionPrompt extends Cell<Asked | null> {
  #confirmation = makePromise<void>()
  #answers = 0

  constructor() {
    super(null)
  }

  readonly question = (): SessionQuestion | null => this.read()?.question ?? null

  /** The server has said who is signed in: calls that waited for it begin. */
  confirm(): void {
    this.#confirmation.resolve()
  }

  /** Nobody draws the question any more. Later calls wait for the next confirmation. */
  end(): void {
    this.#confirmation = makePromise()
    this.answer(false)
  }

  answer(isAnswered: boolean): void {
    if (isAnswered) this.#answers += 1
    this.read()?.answer(isAnswered)
    this.set(null)
  }

  /** Calls the listener after each login and proof. */
  onAnswered(listener: () => void): () => void {
    let heard = this.#answers
    return this.subscribe(() => {
      if (heard === this.#answers) return
      heard = this.#answers
      listener()
    })
  }

  /** Runs a call once the session is confirmed. */
  async runQuietly<T>(ask: () => Promise<T>): Promise<T> {
    await this.#confirmation.promise
    return ask()
  }

  /** The same. Asks for a login or proof where the call needs one, then repeats it or rethrows. */
  async run<T>(ask: () => Promise<T>): Promise<T> {
    for (;;) {
      const answers = this.#answers
      try {
        return await this.runQuietly(ask)
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

  #ask(question: SessionQuestion): Promise<boolean> {
    const asked = this.read()
    if (asked) return asked.answered
    const { promise: answered, resolve: answer } = makePromise<boolean>()
    this.set({ question, answered, answer })
    return answered
  }

  /** The dialog opens when it is known what it can offer. */
  async #askProof(): Promise<boolean> {
    const fetchOwn = () => call(ADMIN_ENDPOINTS.listPasskeys, {})
    const passkeys = hasPasskeySupport() ? (await this.run(fetchOwn)).passkeys : []
    return this.#ask({ kind: 'proof', passkeys })
  }
}

/** `Promise.withResolvers` is newer than some browsers that the pages are for. */
function makePromise<T>() {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
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
  return quiet ? sessionPrompt.runQuietly(ask) : sessionPrompt.run(ask)
}
