import { EllipsisVertical, ShieldCheck, UserRoundX } from 'lucide'
import { useState } from 'react'
import { PAGES } from '#contract/paths.ts'
import { blockTexts } from '#contract/texts/blocks.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { MenuProps } from '#web/ui/menu.tsx'
import { Menu, MenuItem, MenuLink } from '#web/ui/menu.tsx'
import type { BlockDialogProps } from './block-dialog.tsx'
import { BlockDialog } from './block-dialog.tsx'

export interface PersonMenuProps extends Omit<BlockDialogProps, 'onClose'> {
  className?: string
  shared?: MenuProps['shared']
}

/** What else can be done about a person: in their row, their sheet and their chat. */
export function PersonMenu({ className = '', shared, ...props }: PersonMenuProps) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Menu
        label={blockTexts.menu}
        title={props.name}
        className={className}
        shared={shared}
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
          </>
        )}
      </Menu>
      {isAsking && <BlockDialog {...props} onClose={() => setIsAsking(false)} />}
    </>
  )
}
