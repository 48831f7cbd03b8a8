import { blockTexts } from '#contract/texts/blocks.ts'
import type { PersonMenuProps } from '#web/features/blocks/person-menu.tsx'
import { PersonMenu } from '#web/features/blocks/person-menu.tsx'
import { HelpDot, HelpItem, useMenuLabel } from '#web/features/safety/help-item.tsx'

/** What can be done about the other person, and the way to help. */
export function ChatMenu({ onHelp, ...props }: PersonMenuProps & { onHelp: () => void }) {
  return (
    <PersonMenu {...props} label={useMenuLabel(blockTexts.menu)} mark={<HelpDot />}>
      {(close) => (
        <HelpItem
          onPress={() => {
            close()
            onHelp()
          }}
        />
      )}
    </PersonMenu>
  )
}
