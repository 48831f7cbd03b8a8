import type { ReactNode } from 'react'
import { Skeleton } from './skeleton.tsx'

export interface CardsSkeletonProps {
  label: string
  children: ReactNode
}

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
