import type { ReactNode } from 'react'
import { useId } from 'react'
import { staffTexts } from '#contract/texts/staff.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Asked } from './use-asked.ts'

export interface StaffToolsProps {
  barId: string
  /** Of the bar. */
  timeZone: string
  /** Whether the bar asks for a code has changed. */
  onChanged: () => void
}

export function StaffSection({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={titleId}
      className="grid gap-3 border-line border-t pt-5 first:border-t-0 first:pt-0"
    >
      <h3 id={titleId} className="font-semibold text-lg">
        {title}
      </h3>
      {children}
    </section>
  )
}

interface AnsweredProps<T> {
  asked: Asked<T>
  /** A class for the height of what comes. */
  height: string
  children: (value: T) => ReactNode
}

export function Answered<T>({ asked, height, children }: AnsweredProps<T>) {
  if (asked.value !== undefined) return children(asked.value)
  if (!asked.hasFailed) return <Skeleton className={`rounded-lg! ${height}`} />
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-ink-soft text-sm">{staffTexts.loadFailed}</p>
      <Button variant="secondary" onClick={() => void asked.ask()}>
        {staffTexts.tryAgain}
      </Button>
    </div>
  )
}
