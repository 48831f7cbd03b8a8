import type { ReactNode } from 'react'
import { Skeleton } from './skeleton.tsx'

export interface CardsSkeletonProps {
  /** What screen readers are told. */
  label: string
  children: ReactNode
}

/** Cards on their way, each an item of the grid or column that they will stand in. */
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

/** One of them; its height as a class. */
export function CardSkeleton({ height }: { height: string }) {
  return <Skeleton className={`rounded-xl! ${height}`} />
}
