import type { ReactNode } from 'react'
import { useId } from 'react'
import { staffTexts } from '#contract/texts/staff.ts'
import { Answered } from '#web/ui/answered.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Asked } from '#web/ui/use-asked.ts'

export interface StaffToolsProps {
  barId: string
  /** The bar's time zone. */
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

interface SectionAnswerProps<T> {
  asked: Asked<T>
  /** A class with the height of the loaded part. */
  height: string
  children: (value: T) => ReactNode
}

export function SectionAnswer<T>({ height, ...props }: SectionAnswerProps<T>) {
  const skeleton = <Skeleton className={`rounded-lg! ${height}`} />
  return <Answered skeleton={skeleton} failed={staffTexts.loadFailed} {...props} />
}
