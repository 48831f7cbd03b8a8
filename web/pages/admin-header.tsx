import { LayoutDashboard, LogOut, UserCog } from 'lucide'
import { PAGES } from '#contract/paths.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { Admin } from './use-admin.ts'

/** On a phone the names of its buttons are for screen readers alone. */
export function AdminHeader({ admin: { user, logOut, isLoggingOut } }: { admin: Admin }) {
  return (
    <AppBar
      width="broad"
      title={<Title />}
      subtitle={user.email}
      end={
        <>
          <ButtonLink
            to={PAGES.monitor}
            variant="secondary"
            className="max-sm:size-target max-sm:p-0"
            icon={<Icon of={LayoutDashboard} className="size-5" />}
          >
            <span className="max-sm:sr-only">{adminTexts.monitorBars}</span>
          </ButtonLink>
          <ButtonLink
            to={PAGES.account}
            variant="quiet"
            size="icon"
            aria-label={adminTexts.account}
          >
            <Icon of={UserCog} className="size-5" />
          </ButtonLink>
          <Button
            variant="quiet"
            className="max-sm:size-target max-sm:p-0"
            icon={<Icon of={LogOut} className="size-5" />}
            busy={isLoggingOut}
            onClick={logOut}
          >
            <span className="max-sm:sr-only">{adminTexts.logOut}</span>
          </Button>
        </>
      }
    />
  )
}

/** Whole beside three buttons on a phone. */
function Title() {
  return <span className="max-sm:text-base max-sm:tracking-tight">{adminTexts.title}</span>
}
