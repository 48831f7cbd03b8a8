import { EllipsisVertical, Flag, UserRoundX } from 'lucide'
import { useState } from 'react'
import { blockTexts } from '#contract/texts/blocks.ts'
import { reportTexts } from '#contract/texts/report.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import type { BlockDialogProps } from './block-dialog.tsx'
import { BlockDialog } from './block-dialog.tsx'

export interface PersonMenuProps extends Omit<BlockDialogProps, 'onClose'> {
  className?: string
  /** The two do not see each other any more: there is nobody to block. */
  isOver?: boolean
  onReport: () => void
  /** The menu may be opened next. */
  onIntent: () => void
}

/** What else can be done about a person: in their sheet and in their chat. */
export function PersonMenu(menuProps: PersonMenuProps) {
  const { className = '', isOver = false, onReport, onIntent, ...props } = menuProps
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Menu
        label={blockTexts.menu}
        title={props.name}
        className={className}
        onIntent={onIntent}
        icon={<Icon of={EllipsisVertical} className="size-6 text-ink" />}
      >
        {(close) => (
          <>
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
