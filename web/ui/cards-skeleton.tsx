import type { ReactNode } from 'react'
import { Skeleton } from './skeleton.tsx'

export interface CardsSkeletonProps {
  /** For screen readers. */
  label: string
  children: ReactNode
}

/** Each card is an item of the parent's grid or column. */
export function CardsSkeleton({ label, children }: CardsSkeletonProps) {
  return (
    <>
      <p role="status" className="sr-only">
        {label}
      </p>
      {children}
    </>
  )
}

/** `height` is a class. */
export function CardSkeleton({ height }: { height: string }) {
  return <Skeleton className={`rounded-xl! ${height}`} />
}
