import { adminTexts } from '#contract/texts/admin.ts'
import { monitorTexts, offlineLine, pollingNotice } from '#contract/texts/monitor.ts'
import { onlineCount } from '#contract/texts/people.ts'
import { TIMINGS } from '#contract/timings.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatAt } from '#web/ui/format-at.ts'
import type { MonitorState } from './live-board.ts'

export interface LiveLineProps extends Pick<MonitorState, 'status' | 'board' | 'asOf'> {
  /** Nothing is live before there is something to see. */
  hasBars: boolean
  /** The overview says it. */
  hidesOnline: boolean
}

/** Says in the header whether the board is live. */
export function LiveLine({ status, board, asOf, hasBars, hidesOnline }: LiveLineProps) {
  const isOffline = status === 'offline'
  const isLive = status === 'live' && hasBars
  return (
    <>
      {(isLive || isOffline) && <Dot isLive={isLive} />}
      <span role="status">{isOffline && offlineLine(board && formatAt(asOf))}</span>
      {isLive && <span>{hidesOnline ? monitorTexts.live : `${monitorTexts.live} · `}</span>}
      {board && hasBars && !isOffline && !hidesOnline && <span>{onlineCount(board.online)}</span>}
    </>
  )
}

function Dot({ isLive }: { isLive: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`mr-1.5 inline-block size-2.5 rounded-full bg-online forced-color-adjust-none ${isLive ? '' : 'is-stale'}`}
    />
  )
}

export interface ConnectionStatusProps extends Pick<MonitorState, 'status'> {
  /** Asks for the login that ended. */
  onResume: () => void
}

export function ConnectionStatus({ status, onResume }: ConnectionStatusProps) {
  if (status === 'polling')
    return <Banner live>{pollingNotice(TIMINGS.monitorPollMs / 1_000)}</Banner>
  if (status === 'ended') {
    const again = (
      <Button size="sm" onClick={onResume}>
        {adminTexts.enterAgain}
      </Button>
    )
    return (
      <Banner live tone="danger" title={adminTexts.sessionEnded} action={again}>
        {monitorTexts.sessionEndedDetail}
      </Banner>
    )
  }
  return null
}
