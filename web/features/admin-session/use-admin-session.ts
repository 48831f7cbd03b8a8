import { useEffect, useState, useSyncExternalStore } from 'react'
import { fetchAdmin, saysSignedOut } from '#web/api/admin-session.ts'
import { adminUserItem } from '#web/session/admin-user.ts'
import { useStored } from '#web/session/stored-item.ts'
import { LoginPrompt } from './login-prompt.ts'

const ASKED_AGAIN_AFTER_MS = 3_000

export type SessionWord = 'asking' | 'unreachable' | 'signedIn' | 'signedOut'

/** Paints the shell from the stored user until the server answers. */
export function useAdminSession() {
  const user = useStored(adminUserItem)
  const [word, setWord] = useState<SessionWord>('asking')
  const [prompt] = useState(() => new LoginPrompt())
  const [{ confirmed, confirm }] = useState(awaitConfirmation)
  const isPromptOpen = useSyncExternalStore(prompt.subscribe, prompt.isOpen)

  useEffect(() => {
    const abort = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    async function ask(): Promise<void> {
      try {
        const admin = await fetchAdmin()
        if (abort.signal.aborted) return
        if (admin) adminUserItem.write(admin)
        else adminUserItem.remove()
        setWord(admin ? 'signedIn' : 'signedOut')
        if (admin) confirm()
      } catch {
        if (abort.signal.aborted) return
        setWord('unreachable')
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
    word,
    prompt,
    isPromptOpen,
    keepSession: async <T>(call: () => Promise<T>): Promise<T> => {
      await confirmed
      return prompt.keepSession(call, saysSignedOut)
    },
    forget: () => {
      adminUserItem.remove()
      setWord('signedOut')
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
