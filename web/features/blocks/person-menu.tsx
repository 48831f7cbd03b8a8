import { EllipsisVertical, Flag, ShieldCheck, UserRoundX } from 'lucide'
import { useState } from 'react'
import { PAGES } from '#contract/paths.ts'
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
  /** The two do not see each other any more: there is nobody to block. */
  isOver?: boolean
  shared?: MenuProps['shared']
  onReport: () => void
  /** The menu may be opened next. */
  onIntent: () => void
}

/** What else can be done about a person: in their row, their sheet and their chat. */
export function PersonMenu(menuProps: PersonMenuProps) {
  const { className = '', isOver = false, shared, onReport, onIntent, ...props } = menuProps
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Menu
        label={blockTexts.menu}
        title={props.name}
        className={className}
        shared={shared}
        onIntent={onIntent}
        icon={<Icon of={EllipsisVertical} className="size-6 text-ink" />}
      >
        {(close) => (
          <>
            <MenuItem
              icon={<Icon of={UserRoundX} />}
              onClick={() => {
                close()
                setIsAsking(true)
              }}
            >
              {blockTexts.block}
            </MenuItem>
            <MenuLink icon={<Icon of={ShieldCheck} />} href={PAGES.safety} onClick={close}>
              {sharedTexts.safety}
            </MenuLink>
            {!isOver && (
              <MenuItem
                icon={<Icon of={UserRoundX} />}
                onClick={() => {
                  close()
                  setIsAsking(true)
                }}
              >
                {blockTexts.block}
              </MenuItem>
            )}
            <MenuItem
              icon={<Icon of={Flag} />}
              onClick={() => {
                close()
                onReport()
              }}
            >
              {reportTexts.menu}
            </MenuItem>
          </>
        )}
      </Menu>
      {isAsking && <BlockDialog {...props} onClose={() => setIsAsking(false)} />}
    </>
  )
}
