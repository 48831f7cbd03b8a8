import { blockTexts } from '#contract/texts/blocks.ts'
import type { PersonMenuProps } from '#web/features/blocks/person-menu.tsx'
import { PersonMenu } from '#web/features/blocks/person-menu.tsx'
import { MessageMenu } from '#web/features/chat/message-menu.tsx'
import { HelpDot, HelpItem, useMenuLabel } from '#web/features/safety/help-item.tsx'
import { useReporting } from './use-reporting.tsx'

type ChatMenuProps = Omit<PersonMenuProps, 'onReport'> & { onHelp: () => void }

/** Block, report and help, in a chat and after it has ended; and the menu of a message. */
export function ChatMenu({ onHelp, ...props }: ChatMenuProps) {
  const { personId, name } = props
  const reporting = useReporting()
  const report = () => reporting.open({ personId, name })
  return (
    <>
      <PersonMenu
        {...props}
        label={useMenuLabel(blockTexts.menu)}
        mark={<HelpDot />}
        onReport={report}
      >
        {(closeFirst) => <HelpItem onPress={closeFirst(onHelp)} />}
      </PersonMenu>
      <MessageMenu onReport={report} />
      {reporting.drawn}
    </>
  )
}
