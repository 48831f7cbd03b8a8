import type { ReactNode } from 'react'
import { useId } from 'react'
import { Card } from './card.tsx'

export interface TitledCardProps {
  title: string
  hint?: string | undefined
  hintClass?: string
  className?: string
  children: ReactNode
}

/** A section named by its heading. */
export function TitledCard(props: TitledCardProps) {
  const { title, hint, hintClass = 'text-sm', className = 'gap-5', children } = props
  const titleId = useId()
  return (
    <Card as="section" aria-labelledby={titleId} className={`grid grid-cols-1 ${className}`}>
      <div className="grid gap-1">
        <h2 id={titleId} className="font-display font-semibold text-xl">
          {title}
        </h2>
        {hint && <p className={`text-ink-soft ${hintClass}`}>{hint}</p>}
      </div>
      {children}
    </Card>
  )
}
