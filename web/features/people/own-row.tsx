import type { ReactNode } from 'react'
import { useId } from 'react'
import { peopleTexts } from '#contract/texts/people.ts'
import { Button } from '#web/ui/button.tsx'

interface OwnRowProps {
  personId: string
  /** Null while leaving. */
  onLeave: (() => void) | null
  children: ReactNode
}

/** With the way out, and what goes with it. */
export function OwnRow({ personId, onLeave, children }: OwnRowProps) {
  const detailId = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: the list consists of parts, see people-sections.tsx
    <div
      role="listitem"
      data-person={personId}
      className="flex flex-wrap gap-x-6 rounded-xl border border-line"
    >
      <div className="flex min-w-0 flex-1 basis-76 items-center gap-3.5 px-3 pt-2.5 pb-2">
        {children}
      </div>
      <div className="flex flex-1 basis-72 items-center justify-between gap-3 border-line border-t px-3">
        <p id={detailId} className="text-ink-faint text-xs leading-4">
          {peopleTexts.leaveDetail}
        </p>
        <Button
          variant="quiet"
          className="shrink-0 px-3! text-sm"
          aria-describedby={detailId}
          disabled={onLeave === null}
          onClick={() => onLeave?.()}
        >
          {peopleTexts.leave}
        </Button>
      </div>
    </div>
  )
}
