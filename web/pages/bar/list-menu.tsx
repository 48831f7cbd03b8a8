import Download from 'lucide:download'
import EllipsisVertical from 'lucide:ellipsis-vertical'
import LogOut from 'lucide:log-out'
import QrCode from 'lucide:qr-code'
import ShieldCheck from 'lucide:shield-check'
import UserRound from 'lucide:user-round'
import { PAGES } from '#contract/pages.ts'
import { layerTexts } from '#contract/texts/layers.ts'
import { noticesTexts } from '#contract/texts/notices.ts'
import { peopleTexts } from '#contract/texts/people.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { SignalSwitch } from '#web/features/message-signal/signal-switch.tsx'
import { noticesOfVisit } from '#web/features/notices/notices.ts'
import { NoticesSwitch } from '#web/features/notices/notices-switch.tsx'
import { HelpDot, HelpItem, useMenuLabel } from '#web/features/safety/help-item.tsx'
import { pageData } from '#web/page-data.ts'
import { canInstall, install } from '#web/session/install-prompt.ts'
import { useVisit } from '#web/socket/use-room.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Menu, MenuItem, MenuLink } from '#web/ui/menu.tsx'

interface ListMenuProps {
  barName: string
  isLeaving: boolean
  onOwnProfile: () => void
  onShowQr: () => void
  onHelp: () => void
  onLeave: () => void
}

export function ListMenu(props: ListMenuProps) {
  const { barName, isLeaving, onOwnProfile, onShowQr, onHelp, onLeave } = props
  const visit = useVisit()
  const { pushKey } = pageData()
  return (
    <Menu
      label={useMenuLabel(layerTexts.menu)}
      tip={layerTexts.menu}
      title={barName}
      icon={
        <span className="relative">
          <Icon of={EllipsisVertical} className="size-6 text-ink" />
          <HelpDot />
        </span>
      }
    >
      {(closeFirst) => (
        <>
          <MenuItem icon={<Icon of={UserRound} />} onClick={closeFirst(onOwnProfile)}>
            {peopleTexts.yourProfile}
          </MenuItem>
          <MenuItem icon={<Icon of={QrCode} />} onClick={closeFirst(onShowQr)}>
            {layerTexts.showQr}
          </MenuItem>
          <SignalSwitch />
          {pushKey && <NoticesSwitch place={noticesOfVisit(visit, pushKey)} />}
          {canInstall() && (
            <MenuItem icon={<Icon of={Download} />} onClick={closeFirst(install)}>
              {noticesTexts.install}
            </MenuItem>
          )}
          <HelpItem onPress={closeFirst(onHelp)} />
          <MenuLink icon={<Icon of={ShieldCheck} />} href={PAGES.safety} onClick={closeFirst()}>
            {sharedTexts.safety}
          </MenuLink>
          <hr className="mx-3 my-1 border-line" />
          <MenuItem
            icon={<Icon of={LogOut} />}
            detail={peopleTexts.leaveDetail}
            disabled={isLeaving}
            onClick={closeFirst(onLeave)}
          >
            {peopleTexts.leave}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
