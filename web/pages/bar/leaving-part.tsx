import { layerTexts, leavingErases, unreadMessages } from '#contract/texts/layers.ts'
import { peopleTexts } from '#contract/texts/people.ts'
import { useRoom } from '#web/socket/use-room.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, FROM_FOOT } from '#web/ui/dialog.tsx'

interface LeavingPartProps {
  /** Asks first. Otherwise the page is leaving. */
  asks: boolean
  onLeave: () => void
  onStay: () => void
}

export function LeavingPart({ asks, onLeave, onStay }: LeavingPartProps) {
  if (asks) return <LeaveQuestion onLeave={onLeave} onStay={onStay} />
  return (
    <div
      id="leaving"
      className="fixed inset-x-0 bottom-[calc(1rem+env(safe-area-inset-bottom))] z-20 mx-auto max-w-wide animate-arrive rounded-lg px-4 group-data-down:bottom-14"
    >
      <Banner live floating>
        {layerTexts.leaving}
      </Banner>
    </div>
  )
}

function LeaveQuestion({ onLeave, onStay }: Omit<LeavingPartProps, 'asks'>) {
  const conversations = useRoom((room) => room.unread.size)
  const unread = useRoom((room) => [...room.unread.values()].reduce((all, one) => all + one, 0))
  return (
    <Dialog title={layerTexts.leaveTitle} onClose={onStay} className={FROM_FOOT}>
      <div className="grid gap-2">
        <p>{leavingErases(conversations)}</p>
        {unread > 0 && <p>{unreadMessages(unread)}</p>}
      </div>
      <div className="grid gap-3">
        <Button variant="danger" size="lg" block onClick={onLeave}>
          {peopleTexts.leave}
        </Button>
        <Button variant="secondary" size="lg" block onClick={onStay}>
          {layerTexts.stay}
        </Button>
      </div>
    </Dialog>
  )
}
