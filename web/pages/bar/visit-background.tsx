import { matchPath, useLocation } from 'react-router'
import { PAGES } from '#contract/pages.ts'
import { useMessageSignal } from '#web/features/message-signal/message-signal.ts'
import { HelpDialog } from '#web/features/safety/help-dialog.tsx'
import { useHelpCall } from '#web/features/safety/use-help-call.ts'
import { MessageNews } from './message-news.tsx'
import { useBlockedNetwork } from './use-blocked-network.ts'
import { useTyping } from './use-typing.ts'
import { useVisitNotices } from './use-visit-notices.ts'

export interface VisitBackgroundProps {
  asksHelp: boolean
  onHelpClose: () => void
}

/** Runs beside every page of a visit: messages, typing, help. Loaded after the first screen. */
export function VisitBackground({ asksHelp, onHelpClose }: VisitBackgroundProps) {
  useBlockedNetwork()
  useTyping()
  const { pathname } = useLocation()
  const openPersonId = matchPath(PAGES.chat, pathname)?.params.userId
  const isAtList = matchPath(PAGES.table, pathname) !== null
  useMessageSignal(openPersonId ?? null)
  useVisitNotices(openPersonId)
  // Outside of the dialog: a call that has not left the phone is sent again after it is closed.
  const help = useHelpCall()
  return (
    <>
      <MessageNews openPersonId={openPersonId} isAtList={isAtList} />
      {asksHelp && <HelpDialog help={help} onClose={onHelpClose} />}
    </>
  )
}
