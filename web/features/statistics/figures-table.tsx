import type { ReactNode } from 'react'
import { numbersTexts } from '#contract/texts/numbers.ts'
import { FoldChevron } from '#web/ui/fold-button.tsx'
import { useFold } from '#web/ui/use-fold.ts'

export function FiguresTable({ children }: { children: ReactNode }) {
  const fold = useFold()
  return (
    <div className="min-w-0 text-sm">
      <button
        type="button"
        {...fold.button}
        className="inline-flex min-h-target items-center gap-1 rounded-lg px-1 text-link underline-offset-4 hover:underline"
      >
        <span>{numbersTexts.inNumbers}</span>
        <FoldChevron fold={fold} />
      </button>
      <section
        {...fold.body}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box needs keyboard focus
        tabIndex={0}
        aria-label={numbersTexts.inNumbers}
        className="overflow-x-auto"
      >
        {fold.isOpen && children}
      </section>
    </div>
  )
}
