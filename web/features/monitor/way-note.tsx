import { monitorTexts, slowWay } from '#contract/texts/monitor.ts'
import { onlineCount } from '#contract/texts/people.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { TIMINGS } from '#contract/timings.ts'
import { Banner } from '#web/ui/banner.tsx'
import type { MonitorState } from './monitor-state.ts'

/** In the header: that the board is live, and how many people are online everywhere. */
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

/** A quiet word where the board is on the slow path, or on none. */
export function WayNote({ way }: Pick<MonitorState, 'way'>) {
  if (way === 'slow') return <Banner live>{slowWay(TIMINGS.monitorPollMs / 1_000)}</Banner>
  if (way === 'away') return <Banner live>{sharedTexts.offline}</Banner>
  return null
}
