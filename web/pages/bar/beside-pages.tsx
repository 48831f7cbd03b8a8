import { HelpDialog } from '#web/features/safety/help-dialog.tsx'
import { MessageNews } from './message-news.tsx'

export interface BesidePagesProps {
  barId: string
  secret: string
  asksHelp: boolean
  onHelpClose: () => void
}

/** What every page of a visit has beside it, loaded after the first screen. */
export function BesidePages({ barId, secret, asksHelp, onHelpClose }: BesidePagesProps) {
  return (
    <>
      <MessageNews barId={barId} secret={secret} />
      <HelpDialog barId={barId} secret={secret} open={asksHelp} onClose={onHelpClose} />
    </>
  )
}
