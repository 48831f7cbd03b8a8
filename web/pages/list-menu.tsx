import { EllipsisVertical, LogOut, QrCode, UserRound } from 'lucide'
import { layerTexts } from '#contract/texts/layers.ts'
import { peopleTexts } from '#contract/texts/people.ts'
import { SignalSwitch } from '#web/features/message-signal/signal-switch.tsx'
import { HelpDot, HelpItem, useMenuLabel } from '#web/features/safety/help-item.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'

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
  return (
    <Menu
      label={useMenuLabel(layerTexts.menu)}
      title={barName}
      icon={
        <span className="relative">
          <Icon of={EllipsisVertical} className="size-6 text-ink" />
          <HelpDot />
        </span>
      }
    >
      {(close) => {
        const closesFor = (act: () => void) => () => {
          close()
          act()
        }
        return (
          <>
            <MenuItem icon={<Icon of={UserRound} />} onClick={closesFor(onOwnProfile)}>
              {peopleTexts.yourProfile}
            </MenuItem>
            <MenuItem icon={<Icon of={QrCode} />} onClick={closesFor(onShowQr)}>
              {layerTexts.showQr}
            </MenuItem>
            <SignalSwitch />
            <HelpItem onPress={closesFor(onHelp)} />
            <hr className="mx-3 my-1 border-line" />
            <MenuItem
              icon={<Icon of={LogOut} />}
              detail={peopleTexts.leaveDetail}
              disabled={isLeaving}
              onClick={closesFor(onLeave)}
            >
              {peopleTexts.leave}
            </MenuItem>
          </>
        )
      }}
    </Menu>
  )
}
