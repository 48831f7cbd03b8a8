import LogOut from 'lucide:log-out'
import Plus from 'lucide:plus'
import RefreshCw from 'lucide:refresh-cw'
import History from 'lucide:rotate-ccw-clock'
import UserCog from 'lucide:user-cog'
import type { ReactNode } from 'react'
import { PAGES } from '#contract/pages.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { monitorTexts } from '#contract/texts/monitor.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Menu } from '#web/ui/menu.tsx'

export interface MonitorHeaderProps {
  subtitle: ReactNode
  /** The numbers of all bars. */
  overview: ReactNode
  isRefreshing: boolean
  isLoggingOut: boolean
  /** Registering bars is for administrators alone. */
  mayRegister: boolean
  /** The record of acts is not for staff. */
  seesActs: boolean
  onRefresh: () => Promise<void>
  onLogOut: () => void
}

export function MonitorHeader({ subtitle, overview, ...actions }: MonitorHeaderProps) {
  return (
    <AppBar
      width="full"
      toasts="foot"
      title={<Title />}
      subtitle={subtitle}
      below={overview}
      end={
        <>
          <div className="hidden items-center gap-2 md:flex">
            <Actions {...actions} />
          </div>
          <Menu className="md:hidden" label={monitorTexts.menu} title={monitorTexts.actions}>
            {(closeFirst) => (
              <Actions
                {...actions}
                isBlock
                onPress={closeFirst()}
                // "Atualizando..." is seen until it is done.
                onRefresh={() => actions.onRefresh().then(closeFirst())}
              />
            )}
          </Menu>
        </>
      }
    />
  )
}

function Title() {
  return <span className="max-sm:text-base max-sm:tracking-tight">{monitorTexts.title}</span>
}

interface ActionsProps extends Omit<MonitorHeaderProps, 'subtitle' | 'overview'> {
  isBlock?: boolean
  onPress?: () => void
}

function Actions(props: ActionsProps) {
  const { isRefreshing, isLoggingOut, mayRegister, seesActs, onRefresh, onLogOut } = props
  const { isBlock = false, onPress } = props
  return (
    <>
      <Button
        variant="secondary"
        block={isBlock}
        icon={<Icon of={RefreshCw} className="size-5" />}
        busy={isRefreshing}
        busyLabel={monitorTexts.refreshing}
        onClick={() => void onRefresh()}
      >
        {monitorTexts.refresh}
      </Button>
      {mayRegister && (
        <ButtonLink
          to={PAGES.admin}
          block={isBlock}
          icon={<Icon of={Plus} className="size-5" />}
          onClick={onPress}
        >
          {monitorTexts.newBar}
        </ButtonLink>
      )}
      {seesActs && (
        <ButtonLink
          to={PAGES.acts}
          variant="quiet"
          block={isBlock}
          {...(!isBlock && { size: 'icon', 'aria-label': monitorTexts.acts })}
          icon={<Icon of={History} className="size-5" />}
          onClick={onPress}
        >
          {isBlock && monitorTexts.acts}
        </ButtonLink>
      )}
      <ButtonLink
        to={PAGES.account}
        variant="quiet"
        block={isBlock}
        className="md:max-lg:size-target md:max-lg:p-0"
        icon={<Icon of={UserCog} className="size-5" />}
        onClick={onPress}
      >
        <span className="md:max-lg:sr-only">{adminTexts.account}</span>
      </ButtonLink>
      <Button
        variant="quiet"
        block={isBlock}
        icon={<Icon of={LogOut} className="size-5" />}
        busy={isLoggingOut}
        onClick={onLogOut}
      >
        {adminTexts.logOut}
      </Button>
    </>
  )
}
