import { SECOND_MS } from '#contract/durations.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { monitorTexts, offlineLine, pollingLine } from '#contract/texts/monitor.ts'
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
  const trouble = toTrouble({ status, board, asOf })
  return (
    <>
      {(isLive || isOffline) && <Dot isLive={isLive} />}
      <span role="status">{trouble}</span>
      {isLive && <span>{hidesOnline ? monitorTexts.live : `${monitorTexts.live} · `}</span>}
      {board && hasBars && !trouble && !hidesOnline && <span>{onlineCount(board.online)}</span>}
    </>
  )
}

function toTrouble({ status, board, asOf }: Pick<LiveLineProps, 'status' | 'board' | 'asOf'>) {
  if (status === 'offline') return offlineLine(board && formatAt(asOf))
  return status === 'polling' && pollingLine(TIMINGS.monitorPollMs / SECOND_MS)
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
