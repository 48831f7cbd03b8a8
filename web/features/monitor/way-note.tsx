import { monitorTexts, slowWay } from '#contract/texts/monitor.ts'
import { onlineCount } from '#contract/texts/people.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { TIMINGS } from '#contract/timings.ts'
import { Banner } from '#web/ui/banner.tsx'
import type { MonitorState } from './monitor-state.ts'

export function LiveLine({ way, board }: MonitorState) {
  return (
    <>
      {way === 'live' && (
        <>
          <span
            aria-hidden="true"
            className="mr-1.5 inline-block size-2.5 rounded-full bg-online forced-color-adjust-none"
          />
          {monitorTexts.live} ·{' '}
        </>
      )}
      {board && onlineCount(board.online)}
    </>
  )
}

export function WayNote({ way }: Pick<MonitorState, 'way'>) {
  if (way === 'slow') return <Banner live>{slowWay(TIMINGS.monitorPollMs / 1_000)}</Banner>
  if (way === 'away') return <Banner live>{sharedTexts.offline}</Banner>
  return null
}
