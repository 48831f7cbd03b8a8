import { useOutletContext } from 'react-router'
import type { AdminUser } from '#contract/admin.ts'

/** What the guard gives the pages behind it. */
export interface Admin {
  user: AdminUser
  /** False while only this browser's memory says so: paint the shell, no data. */
  isConfirmed: boolean
  isLoggingOut: boolean
  logOut: () => void
  /**
   * Makes a call of the API, at the earliest when the session is confirmed. If the session has
   * ended, a log-in dialog opens over the page and the call is made again after it; if that is
   * closed, the call fails with `unauthenticated`.
   */
  keepSession: <T>(call: () => Promise<T>) => Promise<T>
  /** Opens the same dialog, for what learns of the end in another way. True: logged in again. */
  logInAgain: () => Promise<boolean>
}

/** For pages inside `AdminGuard`. */
export function useAdmin(): Admin {
  return useOutletContext<Admin>()
}
