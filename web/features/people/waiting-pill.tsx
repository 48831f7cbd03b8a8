import { ArrowUp } from 'lucide'
import type { PublicPerson } from '#contract/person.ts'
import { arrivedSince, wroteSince } from '#contract/texts/people.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

export interface WaitingPillProps {
  waiting: { writers: readonly PublicPerson[]; arrivals: number } | null
  onGo: () => void
}

/** Says what is new while the list keeps its order, and goes there. Below, where no toast lies over it. */
export function WaitingPill({ waiting, onGo }: WaitingPillProps) {
  const text = waiting && toText(waiting)
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(4rem+env(safe-area-inset-bottom))] z-10 flex justify-center px-4"
    >
      {text && (
        <Button
          className="pointer-events-auto h-11 max-w-full rounded-full! px-4 text-sm shadow-card"
          onClick={onGo}
        >
          {/* Drawn anew, or the words would shift with their number. */}
          <span key={text} className="flex w-60 items-center justify-center gap-2">
            <Icon of={ArrowUp} className="size-4 shrink-0" />
            <span dir="auto" className="truncate">
              {text}
            </span>
          </span>
        </Button>
      )}
    </div>
  )
}

function toText({ writers, arrivals }: NonNullable<WaitingPillProps['waiting']>): string | null {
  const [writer, ...others] = writers
  if (writer) return wroteSince(writer.name, others.length)
  return arrivals > 0 ? arrivedSince(arrivals) : null
}
