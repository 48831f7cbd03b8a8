import { useEffect, useState, useSyncExternalStore } from 'react'
import { adminUserSchema } from '#contract/admin.ts'
import { fetchAdmin, saysSignedOut } from '#web/api/admin-session.ts'
import { storedItem, useStored } from '#web/session/stored-item.ts'

/** Paints the shell and proves nothing: the session is a cookie that scripts cannot read. */
export const adminUserItem = storedItem('admin', adminUserSchema, () => localStorage)

const ASKED_AGAIN_AFTER_MS = 3_000

type SessionStatus = 'asking' | 'unreachable' | 'signedIn' | 'signedOut'

/** Paints the shell from the stored user until the server answers. */
export function useAdminSession() {
  const user = useStored(adminUserItem)
  const [status, setStatus] = useState<SessionStatus>('asking')
  const [prompt] = useState(() => new LoginPrompt())
  const [{ confirmed, confirm }] = useState(awaitConfirmation)
  const isPromptOpen = useSyncExternalStore(prompt.subscribe, prompt.isOpen)

  useEffect(() => {
    const abort = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    async function ask(): Promise<void> {
      try {
        const isSignedIn = await askIfSignedIn(abort.signal)
        if (abort.signal.aborted) return
        setStatus(isSignedIn ? 'signedIn' : 'signedOut')
        if (isSignedIn) confirm()
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
    isPromptOpen,
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

function awaitConfirmation() {
  let confirm = (): void => undefined
  const confirmed = new Promise<void>((resolve) => {
    confirm = resolve
  })
  return { confirmed, confirm }
}

/** Calls that find the session ended at the same time share one login dialog. */
class LoginPrompt {
  #asked: Promise<boolean> | null = null
  #answer: (hasLoggedIn: boolean) => void = () => undefined
  #logins = 0
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly isOpen = (): boolean => this.#asked !== null

  /** True after a login, false if the dialog was closed. */
  readonly ask = (): Promise<boolean> => {
    this.#asked ??= new Promise((resolve) => {
      this.#answer = resolve
    })
    this.#announce()
    return this.#asked
  }

  answer(hasLoggedIn: boolean): void {
    if (hasLoggedIn) this.#logins += 1
    this.#answer(hasLoggedIn)
    this.#asked = null
    this.#announce()
  }

  /** Runs a call. If the session has ended: asks for a login, then repeats the call or rethrows. */
  async keepSession<T>(call: () => Promise<T>): Promise<T> {
    for (;;) {
      const logins = this.#logins
      try {
        return await call()
      } catch (error) {
        if (!saysSignedOut(error)) throw error
        // Another call may have led to a login meanwhile.
        if (logins === this.#logins && !(await this.ask())) throw error
      }
    }
  }

  #announce(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** Null until the server has answered. */
export function useSignedIn(): boolean | null {
  const [isSignedIn, setIsSignedIn] = useState<boolean | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    askIfSignedIn(abort.signal)
      // On failure the form is shown: its own error says more.
      .catch(() => false)
      .then((is) => abort.signal.aborted || setIsSignedIn(is))
    return () => abort.abort()
  }, [])
  return isSignedIn
}

/** Also stores who is signed in, unless aborted meanwhile. */
async function askIfSignedIn(signal: AbortSignal): Promise<boolean> {
  const admin = await fetchAdmin()
  if (signal.aborted) return false
  if (admin) adminUserItem.write(admin)
  else adminUserItem.remove()
  return admin !== null
}
