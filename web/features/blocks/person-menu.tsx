import EllipsisVertical from 'lucide:ellipsis-vertical'
import Flag from 'lucide:flag'
import ShieldCheck from 'lucide:shield-check'
import UserRoundX from 'lucide:user-round-x'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { PAGES } from '#contract/pages.ts'
import { blockTexts } from '#contract/texts/blocks.ts'
import { reportTexts } from '#contract/texts/report.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { MenuProps } from '#web/ui/menu.tsx'
import { Menu, MenuItem, MenuLink } from '#web/ui/menu.tsx'
import type { BlockDialogProps } from './block-dialog.tsx'
import { BlockDialog } from './block-dialog.tsx'

export interface PersonMenuProps extends Omit<BlockDialogProps, 'onClose'> {
  className?: string
  label?: string
  /** The two do not see each other any more: there is nobody to block. */
  isOver?: boolean
  /** On the button. */
  mark?: ReactNode
  shared?: MenuProps['shared']
  onReport: () => void
  /** Further items. */
  children?: MenuProps['children']
}

/** Offers what else can be done about a person, in their row, their sheet and their chat. */
export function PersonMenu(menuProps: PersonMenuProps) {
  const { className = '', label = blockTexts.menu, isOver = false, ...others } = menuProps
  const { mark, shared, onReport, children, ...props } = others
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Menu
        label={label}
        tip={blockTexts.menu}
        title={props.name}
        className={className}
        shared={shared}
        icon={
          <span className="relative">
            <Icon of={EllipsisVertical} className="size-6 text-ink" />
            {mark}
          </span>
        }
      >
        {(closeFirst) => (
          <>
            {!isOver && (
              <MenuItem
                icon={<Icon of={UserRoundX} />}
                onClick={closeFirst(() => setIsAsking(true))}
              >
                {blockTexts.block}
              </MenuItem>
            )}
            <MenuItem icon={<Icon of={Flag} />} onClick={closeFirst(onReport)}>
              {reportTexts.menu}
            </MenuItem>
            {children?.(closeFirst)}
            <MenuLink icon={<Icon of={ShieldCheck} />} href={PAGES.safety} onClick={closeFirst()}>
              {sharedTexts.safety}
            </MenuLink>
          </>
        )}
      </Menu>
      {isAsking && <BlockDialog {...props} onClose={() => setIsAsking(false)} />}
    </>
  )
}
