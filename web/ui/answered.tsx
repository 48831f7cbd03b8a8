import CircleAlert from 'lucide:circle-alert'
import type { ReactNode } from 'react'
import { answeredTexts } from '#contract/texts/answered.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { Icon } from './icon.tsx'
import type { Asked } from './use-asked.ts'

export interface AnsweredProps<T> {
  asked: Pick<Asked<T>, 'value' | 'hasFailed' | 'reload'>
  /** Drawn until the answer. */
  skeleton: ReactNode
  failed: string
  /** A page or card has nothing else. */
  large?: boolean
  children: (value: T) => ReactNode
}

/** Draws the answer, its skeleton, or a button to ask again. */
export function Answered<T>(props: AnsweredProps<T>) {
  const { asked, skeleton, failed, large = false, children } = props
  if (!asked.hasFailed) return asked.value === undefined ? skeleton : children(asked.value)
  const again = (
    <Button variant="secondary" onClick={asked.reload}>
      {answeredTexts.tryAgain}
    </Button>
  )
  if (large) {
    const icon = <Icon of={CircleAlert} className="size-9" />
    return <EmptyState icon={icon} title={failed} action={again} />
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="text-ink-soft text-sm">
        {failed}
      </p>
      {again}
    </div>
  )
}
