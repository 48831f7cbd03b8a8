import { EllipsisVertical, LogOut, QrCode, ShieldCheck, UserRound } from 'lucide'
import { PAGES } from '#contract/paths.ts'
import { layerTexts } from '#contract/texts/layers.ts'
import { peopleTexts } from '#contract/texts/people.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { SignalSwitch } from '#web/features/message-signal/signal-switch.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Menu, MenuItem, MenuLink } from '#web/ui/menu.tsx'

interface ListMenuProps {
  barName: string
  isLeaving: boolean
  onOwnProfile: () => void
  onShowQr: () => void
  onLeave: () => void
}

export function ListMenu(props: ListMenuProps) {
  const { barName, isLeaving, onOwnProfile, onShowQr, onLeave } = props
  return (
    <Menu
      label={layerTexts.menu}
      title={barName}
      icon={<Icon of={EllipsisVertical} className="size-6 text-ink" />}
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
            <MenuLink icon={<Icon of={ShieldCheck} />} href={PAGES.safety} onClick={close}>
              {sharedTexts.safety}
            </MenuLink>
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
