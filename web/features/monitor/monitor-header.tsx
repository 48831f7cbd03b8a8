import LogOut from 'lucide-react/icons/log-out'
import Plus from 'lucide-react/icons/plus'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import type { ReactNode } from 'react'
import { PAGES } from '#contract/paths.ts'
import { monitorTexts } from '#contract/texts/monitor.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Menu } from '#web/ui/menu.tsx'

export interface MonitorHeaderProps {
  subtitle: ReactNode
  isRefreshing: boolean
  isLoggingOut: boolean
  onRefresh: () => Promise<void>
  onLogOut: () => void
}

export function MonitorHeader({ subtitle, ...actions }: MonitorHeaderProps) {
  return (
    <AppBar
      width="full"
      title={<Title />}
      subtitle={subtitle}
      end={
        <>
          <div className="hidden items-center gap-2 md:flex">
            <Actions {...actions} />
          </div>
          <Menu className="md:hidden" label={monitorTexts.menu} title={monitorTexts.actions}>
            {(close) => (
              <Actions {...actions} isBlock onRefresh={() => actions.onRefresh().finally(close)} />
            )}
          </Menu>
        </>
      }
    />
  )
}

/** Whole on the narrowest phone too. */
function Title() {
  return <span className="max-sm:text-base max-sm:tracking-tight">{monitorTexts.title}</span>
}

interface ActionsProps extends Omit<MonitorHeaderProps, 'subtitle'> {
  isBlock?: boolean
}

function Actions(props: ActionsProps) {
  const { isRefreshing, isLoggingOut, onRefresh, onLogOut, isBlock = false } = props
  return (
    <>
      <Button
        variant="secondary"
        block={isBlock}
        icon={<RefreshCw aria-hidden="true" className="size-5" />}
        busy={isRefreshing}
        busyLabel={monitorTexts.refreshing}
        onClick={() => void onRefresh()}
      >
        {monitorTexts.refresh}
      </Button>
      <ButtonLink
        to={PAGES.admin}
        block={isBlock}
        icon={<Plus aria-hidden="true" className="size-5" />}
      >
        {monitorTexts.newBar}
      </ButtonLink>
      <Button
        variant="quiet"
        block={isBlock}
        icon={<LogOut aria-hidden="true" className="size-5" />}
        busy={isLoggingOut}
        onClick={onLogOut}
      >
        {monitorTexts.logOut}
      </Button>
    </>
  )
}
