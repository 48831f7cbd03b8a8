import { LayoutDashboard, LogOut, UserCog } from 'lucide'
import { PAGES } from '#contract/paths.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { LinkProps } from '#web/ui/link.tsx'
import type { Admin } from './use-admin.ts'

export interface AdminHeaderProps {
  admin: Pick<Admin, 'user' | 'logOut' | 'isLoggingOut'>
  onLinkClick: LinkProps['onClick']
}

export function AdminHeader({
  admin: { user, logOut, isLoggingOut },
  onLinkClick,
}: AdminHeaderProps) {
  return (
    <AppBar
      width="broad"
      wraps
      title={adminTexts.title}
      subtitle={user.email}
      end={
        <>
          <ButtonLink
            to={PAGES.monitor}
            onClick={onLinkClick}
            variant="secondary"
            className="max-sm:px-3"
            icon={<Icon of={LayoutDashboard} className="size-5 max-[22rem]:hidden" />}
          >
            {adminTexts.monitorBars}
          </ButtonLink>
          <ButtonLink
            to={PAGES.account}
            onClick={onLinkClick}
            variant="quiet"
            size="icon"
            className="max-sm:ml-auto"
            aria-label={adminTexts.account}
          >
            <Icon of={UserCog} className="size-5" />
          </ButtonLink>
          <Button
            variant="quiet"
            className="max-sm:px-3"
            icon={<Icon of={LogOut} className="size-5" />}
            busy={isLoggingOut}
            onClick={logOut}
          >
            {adminTexts.logOut}
          </Button>
        </>
      }
    />
  )
}
