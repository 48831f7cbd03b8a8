import { HelpDialog } from '#web/features/safety/help-dialog.tsx'
import { useHelpCall } from '#web/features/safety/use-help-call.ts'
import { MessageNews } from './message-news.tsx'
import { useBlockedNetwork } from './use-blocked-network.ts'
import { useTyping } from './use-typing.ts'

export interface BesidePagesProps {
  asksHelp: boolean
  onHelpClose: () => void
}

/** What every page of a visit has beside it, loaded after the first screen. */
export function BesidePages({ asksHelp, onHelpClose }: BesidePagesProps) {
  useBlockedNetwork()
  useTyping()
  // Outside of the dialog: a call that has not left the phone is sent again after it is closed.
  const help = useHelpCall()
  return (
    <>
      <MessageNews />
      {asksHelp && <HelpDialog help={help} onClose={onHelpClose} />}
    </>
  )
}
