import { useOutletContext } from 'react-router'
import type { AdminUser } from '#contract/admin.ts'
import type { LiveBars } from '#web/features/monitor/use-live-bars.ts'
import type { HelpDesk } from './use-help-desk.ts'

export interface SignedInAdmin {
  user: AdminUser
  /** False while only this browser's storage says so: paint the shell without data. */
  isConfirmed: boolean
  isLoggingOut: boolean
  logOut: () => void
}

export interface Admin extends SignedInAdmin {
  live: LiveBars
  helpDesk: HelpDesk
}

/** Only inside `AdminGuard`. */
export function useAdmin(): Admin {
  return useOutletContext<Admin>()
}
