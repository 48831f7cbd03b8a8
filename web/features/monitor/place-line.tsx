import { monitorTexts } from '#contract/texts/monitor.ts'
import type { BoardRoom } from './board.ts'

export interface PlaceLineProps {
  city: string
  room: BoardRoom | undefined
  className?: string
}

/** Says whether the team of a bar is missing, and its city: on one line, so that nothing moves when that changes. */
export function PlaceLine({ city, room, className = '' }: PlaceLineProps) {
  return (
    <p className={`flex gap-2 text-ink-soft ${className}`}>
      {room?.isUnattended && (
        <span className="shrink-0 font-semibold text-danger">{monitorTexts.unattended}</span>
      )}
      {/* A phone has no room for both. */}
      <span dir="auto" className={`min-w-0 truncate ${room?.isUnattended ? 'max-sm:hidden' : ''}`}>
        {city}
      </span>
    </p>
  )
}
