import type { ReactNode } from 'react'
import { useId } from 'react'

export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <fieldset
      aria-labelledby={titleId}
      className="grid min-w-0 content-start gap-5 border-line border-t pt-6 lg:grid-cols-[15rem_1fr] lg:gap-8"
    >
      <h3 id={titleId} className="font-display font-semibold text-lg">
        {title}
      </h3>
      <div className="grid min-w-0 grid-cols-6 content-start gap-x-3 gap-y-5 sm:gap-x-5">
        {children}
      </div>
    </fieldset>
  )
}
