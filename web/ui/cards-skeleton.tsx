import { Skeleton } from './skeleton.tsx'

export interface CardsSkeletonProps {
  /** What screen readers are told. */
  label: string
  /** The heights of the cards on their way, as classes. */
  cards: readonly string[]
}

/** Cards on their way, each an item of the grid or column that they will stand in. */
export function CardsSkeleton({ label, cards }: CardsSkeletonProps) {
  return (
    <>
      {cards.map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a card is its place, nothing else is known
        <div key={index}>
          {index === 0 && (
            <p role="status" className="sr-only">
              {label}
            </p>
          )}
          <Skeleton className={`rounded-xl! ${height}`} />
        </div>
      ))}
    </>
  )
}
