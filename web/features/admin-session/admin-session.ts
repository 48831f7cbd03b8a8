import { useEffect, useState, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import type { AdminUser, WhoIsSignedIn } from '#contract/admin.ts'
import { adminUserSchema } from '#contract/admin.ts'
import { PAGES } from '#contract/pages.ts'
import type { OwnPasskey } from '#contract/passkeys.ts'
import { ACCESS_REVIEWED_KEY, NEW_DEVICE_SEEN_KEY } from '#contract/stored-keys.ts'
import { fetchWhoIsSignedIn, saysSignedOut } from '#web/api/admin-session.ts'
import { fetchPasskeys, hasPasskeySupport, saysProofNeeded } from '#web/api/passkeys.ts'
import { storedItem, useStored } from '#web/session/stored-item.ts'

/** Paints the shell and proves nothing: the session is a cookie that scripts cannot read. */
export const adminUserItem = storedItem('admin', adminUserSchema, () => localStorage)

const ASKED_AGAIN_AFTER_MS = 3_000

/** The last sign-in from a new device that this browser has shown, or is itself. */
const newDeviceSeenItem = storedItem(
  NEW_DEVICE_SEEN_KEY,
  v.object({ accountId: v.string(), at: v.number() }),
  () => localStorage,
)

/** The last password link after which this browser has shown who may enter. */
const accessReviewedItem = storedItem(
  ACCESS_REVIEWED_KEY,
  v.object({ accountId: v.string(), since: v.number() }),
  () => localStorage,
)

type SessionStatus = 'asking' | 'unreachable' | 'signedIn' | 'signedOut'

/** Paints the shell from the stored user until the server answers. */
export function useAdminSession() {
  const user = useStored(adminUserItem)
  const [status, setStatus] = useState<SessionStatus>('asking')
  const [newDeviceAt, setNewDeviceAt] = useState<number | null>(null)
  const [reviewSince, setReviewSince] = useState<number | null>(null)
  const [prompt] = useState(() => new Prompt())
  const [{ confirmed, confirm }] = useState(awaitConfirmation)
  const question = useSyncExternalStore(prompt.subscribe, prompt.question)

  useEffect(() => {
    const abort = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    async function ask(): Promise<void> {
      try {
        const { user, newDevice, reviewSince } = await askWhoIsSignedIn(abort.signal)
        if (abort.signal.aborted) return
        if (user && newDevice) setNewDeviceAt(unseen(user.id, newDevice))
        if (user) setReviewSince(isReviewed(user.id, reviewSince) ? null : reviewSince)
        setStatus(user ? 'signedIn' : 'signedOut')
        if (user) confirm()
      } catch {
        if (abort.signal.aborted) return
        setStatus('unreachable')
        timer = setTimeout(ask, ASKED_AGAIN_AFTER_MS)
      }
    }
    ask()
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
  }, [confirm])

  return {
    user,
    status,
    prompt,
    question,
    newDeviceAt,
    isReviewDue: reviewSince !== null,
    closeReview: () => {
      if (user && reviewSince) accessReviewedItem.write({ accountId: user.id, since: reviewSince })
      setReviewSince(null)
    },
    closeNewDevice: () => {
      if (user && newDeviceAt) newDeviceSeenItem.write({ accountId: user.id, at: newDeviceAt })
      setNewDeviceAt(null)
    },
    keepSession: async <T>(call: () => Promise<T>): Promise<T> => {
      await confirmed
      return prompt.keepSession(call)
    },
    forget: () => {
      adminUserItem.remove()
      setStatus('signedOut')
    },
  }
}

function unseen(
  accountId: string,
  { at, isOwn }: NonNullable<WhoIsSignedIn['newDevice']>,
): number | null {
  if (isOwn) newDeviceSeenItem.write({ accountId, at })
  const seen = newDeviceSeenItem.read()
  return seen?.accountId === accountId && seen.at >= at ? null : at
}

function isReviewed(accountId: string, since: number | null): boolean {
  const reviewed = accessReviewedItem.read()
  return reviewed?.accountId === accountId && reviewed.since === since
}

function awaitConfirmation() {
  let confirm = (): void => undefined
  const confirmed = new Promise<void>((resolve) => {
    confirm = resolve
  })
  return { confirmed, confirm }
}

/** What a dialog asks: to sign in again, or for one more proof, by one of these passkeys or the password. */
type Question = { kind: 'login' } | { kind: 'proof'; passkeys: readonly OwnPasskey[] }

/** Calls that find the session ended or its proof too old at the same time share one dialog. */
class Prompt {
  #asked: Promise<boolean> | null = null
  #question: Question | null = null
  #answer: (isAnswered: boolean) => void = () => undefined
  #answers = 0
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly question = (): Question | null => this.#question

  /** True after a login or proof, false if the dialog was closed. */
  #ask(question: Question): Promise<boolean> {
    this.#question ??= question
    this.#asked ??= new Promise((resolve) => {
      this.#answer = resolve
    })
    this.#announce()
    return this.#asked
  }

  answer(isAnswered: boolean): void {
    if (isAnswered) this.#answers += 1
    this.#answer(isAnswered)
    this.#asked = null
    this.#question = null
    this.#announce()
  }

  /** Runs a call. Asks for a login or proof where it needs one, then repeats the call or rethrows. */
  async keepSession<T>(call: () => Promise<T>): Promise<T> {
    for (;;) {
      const answers = this.#answers
      try {
        return await call()
      } catch (error) {
        const needsProof = saysProofNeeded(error)
        if (!needsProof && !saysSignedOut(error)) throw error
        // Another call may have led to an answer meanwhile.
        if (answers !== this.#answers) continue
        const isAnswered = await (needsProof ? this.#askProof() : this.#ask({ kind: 'login' }))
        if (!isAnswered) throw error
      }
    }
  }

  /** The dialog opens when it is known what it can offer. */
  async #askProof(): Promise<boolean> {
    const passkeys = hasPasskeySupport() ? (await this.keepSession(fetchPasskeys)).passkeys : []
    return this.#ask({ kind: 'proof', passkeys })
  }

  #announce(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** Null until the server has answered. */
export function useSignedIn(): WhoIsSignedIn | null {
  const [answer, setAnswer] = useState<WhoIsSignedIn | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    askWhoIsSignedIn(abort.signal)
      // On failure the form is shown: its own error says more.
      .catch(() => NOBODY)
      .then((found) => abort.signal.aborted || setAnswer(found))
    return () => abort.abort()
  }, [])
  return answer
}

const NOBODY: WhoIsSignedIn = { user: null, firstRun: null, newDevice: null, reviewSince: null }

/** Also stores who is signed in, unless aborted meanwhile. */
async function askWhoIsSignedIn(signal: AbortSignal): Promise<WhoIsSignedIn> {
  const answer = await fetchWhoIsSignedIn()
  if (signal.aborted) return NOBODY
  if (answer.user) adminUserItem.write(answer.user)
  else adminUserItem.remove()
  return answer
}

/** Where somebody goes who has signed in: registering bars is for administrators alone. */
export function homeOf({ role }: AdminUser): string {
  return role === 'admin' ? PAGES.admin : PAGES.monitor
}
