import Plus from 'lucide:plus'
import RefreshCw from 'lucide:refresh-cw'
import { PAGES } from '#contract/pages.ts'
import { monitorTexts } from '#contract/texts/monitor.ts'
import { Button } from '#web/ui/button.tsx'
import type { ButtonLinkProps } from '#web/ui/button-link.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Icon } from '#web/ui/icon.tsx'

export interface BoardActionsProps
  extends Pick<ButtonLinkProps, 'block' | 'className' | 'onClick'> {
  isRefreshing: boolean
  /** Registering bars is for administrators alone. */
  mayRegister: boolean
  onRefresh: () => void
}

export function BoardActions(props: BoardActionsProps) {
  const { isRefreshing, mayRegister, onRefresh, onClick, ...place } = props
  return (
    <>
      <Button
        variant="secondary"
        {...place}
        icon={<Icon of={RefreshCw} className="size-5" />}
        busy={isRefreshing}
        busyLabel={monitorTexts.refreshing}
        onClick={onRefresh}
      >
        {monitorTexts.refresh}
      </Button>
      {mayRegister && (
        <ButtonLink
          variant="secondary"
          to={PAGES.admin}
          {...place}
          icon={<Icon of={Plus} className="size-5" />}
          onClick={onClick}
        >
          {monitorTexts.newBar}
        </ButtonLink>
      )}
    </>
  )
}
