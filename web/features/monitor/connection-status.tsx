import { monitorTexts, pollingNotice } from '#contract/texts/monitor.ts'
import { onlineCount } from '#contract/texts/people.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { TIMINGS } from '#contract/timings.ts'
import { Banner } from '#web/ui/banner.tsx'
import type { MonitorState } from './live-board.ts'

export interface LiveLineProps extends MonitorState {
  /** The overview says it. */
  hidesOnline: boolean
}

export function LiveLine({ status, board, hidesOnline }: LiveLineProps) {
  return (
    <>
      {status === 'live' && (
        <>
          <span
            aria-hidden="true"
            className="mr-1.5 inline-block size-2.5 rounded-full bg-online forced-color-adjust-none"
          />
          <span>{hidesOnline ? monitorTexts.live : `${monitorTexts.live} · `}</span>
        </>
      )}
      {board && !hidesOnline && <span>{onlineCount(board.online)}</span>}
    </>
  )
}

export function ConnectionStatus({ status }: Pick<MonitorState, 'status'>) {
  if (status === 'polling')
    return <Banner live>{pollingNotice(TIMINGS.monitorPollMs / 1_000)}</Banner>
  if (status === 'offline') return <Banner live>{sharedTexts.offline}</Banner>
  return null
}
