import { useOutletContext } from 'react-router'
import type { AdminUser } from '#contract/admin.ts'

export interface Admin {
  user: AdminUser
  /** False while only this browser's storage says so: paint the shell without data. */
  isConfirmed: boolean
  isLoggingOut: boolean
  logOut: () => void
}

/** Only inside `AdminGuard`. */
export function useAdmin(): Admin {
  return useOutletContext<Admin>()
}
