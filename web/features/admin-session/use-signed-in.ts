import { useEffect, useState } from 'react'
import { fetchAdmin } from '#web/api/admin-session.ts'
import { adminUserItem } from '#web/session/admin-user.ts'

/** Null until the server has answered. */
export function useSignedIn(): boolean | null {
  const [isSignedIn, setIsSignedIn] = useState<boolean | null>(null)
  useEffect(() => {
    let isCurrent = true
    fetchAdmin().then(
      (admin) => {
        if (!isCurrent) return
        if (admin) adminUserItem.write(admin)
        else adminUserItem.remove()
        setIsSignedIn(admin !== null)
      },
      // On failure the form is shown: its own error says more.
      () => isCurrent && setIsSignedIn(false),
    )
    return () => {
      isCurrent = false
    }
  }, [])
  return isSignedIn
}
