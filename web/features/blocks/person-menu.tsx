import { EllipsisVertical, UserRoundX } from 'lucide'
import { useState } from 'react'
import { blockTexts } from '#contract/texts/blocks.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import type { BlockDialogProps } from './block-dialog.tsx'
import { BlockDialog } from './block-dialog.tsx'

export interface PersonMenuProps extends Omit<BlockDialogProps, 'onClose'> {
  className?: string
}

/** What else can be done about a person: in their sheet and in their chat. */
export function PersonMenu({ className = '', ...props }: PersonMenuProps) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Menu
        label={blockTexts.menu}
        title={props.name}
        className={className}
        icon={<Icon of={EllipsisVertical} className="size-6 text-ink" />}
      >
        {(close) => (
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
      </Menu>
      {isAsking && <BlockDialog {...props} onClose={() => setIsAsking(false)} />}
    </>
  )
}
