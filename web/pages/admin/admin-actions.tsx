import Activity from 'lucide:activity'
import LogOut from 'lucide:log-out'
import History from 'lucide:rotate-ccw-clock'
import UserCog from 'lucide:user-cog'
import type { ReactNode } from 'react'
import { PAGES } from '#contract/pages.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { monitorTexts } from '#contract/texts/monitor.ts'
import { Button } from '#web/ui/button.tsx'
import type { ButtonLinkProps } from '#web/ui/button-link.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { CloseFirst } from '#web/ui/menu.tsx'
import { Menu } from '#web/ui/menu.tsx'
import type { Admin } from './use-admin.ts'

const ACCOUNT_LINKS = [
  { to: PAGES.acts, icon: History, text: monitorTexts.acts, roles: ['owner', 'admin'] },
  { to: PAGES.health, icon: Activity, text: adminTexts.health, roles: ['admin'] },
  {
    to: PAGES.account,
    icon: UserCog,
    text: adminTexts.account,
    roles: ['staff', 'owner', 'admin'],
  },
]

/** Where an action is drawn. */
interface ActionPlace {
  block: boolean
  className: string
  /** In the menu: closes it. */
  onClick?: ButtonLinkProps['onClick']
}

export interface AdminActionsProps {
  admin: Pick<Admin, 'user' | 'logOut' | 'isLoggingOut'>
  /** On a phone the menu holds every action. */
  folds?: boolean
  /** The page's own actions. */
  children: (place: ActionPlace, closeFirst?: CloseFirst) => ReactNode
}

/** The actions of an account, in the header of the board and of the bar's form. */
export function AdminActions({ admin, folds = false, children }: AdminActionsProps) {
  const { user } = admin
  const inBar: ActionPlace = { block: false, className: folds ? 'max-lg:hidden' : '' }
  const inMenu: ActionPlace = { block: true, className: 'justify-start! lg:hidden' }
  return (
    <>
      {children(inBar)}
      <Menu label={monitorTexts.menu} title={monitorTexts.actions}>
        {(closeFirst) => (
          <>
            {folds && children({ ...inMenu, onClick: closeFirst() }, closeFirst)}
            {ACCOUNT_LINKS.filter(({ roles }) => roles.includes(user.role)).map(
              ({ to, icon, text }) => (
                <ButtonLink
                  key={to}
                  to={to}
                  variant="quiet"
                  block
                  className="justify-start!"
                  icon={<Icon of={icon} className="size-5" />}
                  onClick={closeFirst()}
                >
                  {text}
                </ButtonLink>
              ),
            )}
            {folds && <Leave {...admin} {...inMenu} />}
          </>
        )}
      </Menu>
      <Leave {...admin} {...inBar} />
    </>
  )
}

function Leave({
  logOut,
  isLoggingOut,
  block,
  className,
}: Pick<Admin, 'logOut' | 'isLoggingOut'> & ActionPlace) {
  return (
    <Button
      variant="quiet"
      block={block}
      className={block ? className : `max-sm:px-3 ${className}`}
      icon={<Icon of={LogOut} className={block ? 'size-5' : 'size-5 max-sm:hidden'} />}
      busy={isLoggingOut}
      onClick={logOut}
    >
      {adminTexts.logOut}
    </Button>
  )
}
