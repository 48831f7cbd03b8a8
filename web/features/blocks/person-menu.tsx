import { EllipsisVertical, UserRoundX } from 'lucide'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { blockTexts } from '#contract/texts/blocks.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import type { BlockDialogProps } from './block-dialog.tsx'
import { BlockDialog } from './block-dialog.tsx'

export interface PersonMenuProps extends Omit<BlockDialogProps, 'onClose'> {
  className?: string
  label?: string
  /** The two do not see each other any more: only `children` is left. */
  isOver?: boolean
  /** On the button. */
  mark?: ReactNode
  /** Further items. */
  children?: (close: () => void) => ReactNode
}

/** What else can be done about a person: in their sheet and in their chat. */
export function PersonMenu(menuProps: PersonMenuProps) {
  const {
    className = '',
    label = blockTexts.menu,
    isOver = false,
    mark,
    children,
    ...props
  } = menuProps
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Menu
        label={label}
        title={props.name}
        className={className}
        icon={
          <span className="relative">
            <Icon of={EllipsisVertical} className="size-6 text-ink" />
            {mark}
          </span>
        }
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
            {children?.(close)}
          </>
        )}
      </Menu>
      {isAsking && <BlockDialog {...props} onClose={() => setIsAsking(false)} />}
    </>
  )
}
