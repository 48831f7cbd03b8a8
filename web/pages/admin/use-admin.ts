import { useOutletContext } from 'react-router'
import type { AdminUser } from '#contract/admin.ts'

export interface Admin {
  user: AdminUser
  /** False while only this browser's storage says so: paint the shell without data. */
  isConfirmed: boolean
  isLoggingOut: boolean
  logOut: () => void
  /**
   * Runs an API call after the session is confirmed. If the session has ended, opens a login dialog
   * and repeats the call. Throws `unauthenticated` if the dialog is closed.
   */
  keepSession: <T>(call: () => Promise<T>) => Promise<T>
}

/** Only inside `AdminGuard`. */
export function useAdmin(): Admin {
  return useOutletContext<Admin>()
}
