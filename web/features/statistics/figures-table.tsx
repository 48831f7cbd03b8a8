import type { ReactNode } from 'react'
import { numbersTexts } from '#contract/texts/numbers.ts'

export function FiguresTable({ children }: { children: ReactNode }) {
  return (
    <details className="min-w-0 text-sm">
      <summary className="inline-flex min-h-target w-fit items-center rounded-lg px-1 text-link underline-offset-4 hover:underline">
        {numbersTexts.inNumbers}
      </summary>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box needs keyboard focus
        tabIndex={0}
        aria-label={numbersTexts.inNumbers}
        className="overflow-x-auto"
      >
        {children}
      </section>
    </details>
  )
}
