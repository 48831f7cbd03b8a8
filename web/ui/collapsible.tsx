import type { ReactNode } from 'react'
import { useId } from 'react'
import { Card } from './card.tsx'
import { FoldButton } from './fold-button.tsx'
import { useFold } from './use-fold.ts'

export interface CollapsibleProps {
  title: string
  icon?: ReactNode
  badge?: ReactNode
  actions?: ReactNode
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}

export function Collapsible(props: CollapsibleProps) {
  const { title, icon, badge, actions, children } = props
  const titleId = useId()
  const fold = useFold(props)
  return (
    <Card as="section" aria-labelledby={titleId} className="min-w-0 p-0!">
      <div className="flex items-center gap-2 p-2 sm:p-3">
        <h2 className="min-w-0 flex-1 font-display font-semibold text-base max-sm:tracking-tight sm:text-xl">
          <FoldButton fold={fold} className="min-h-target px-2 transition-colors sm:gap-3">
            <span className="text-link max-sm:hidden">{icon}</span>
            <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 sm:gap-x-3">
              <span id={titleId} className="min-w-0">
                {title}
              </span>
              {badge && <span className="flex font-sans">{badge}</span>}
            </span>
          </FoldButton>
        </h2>
        {actions}
      </div>
      <div {...fold.body} className="border-line border-t p-3 sm:p-5">
        {fold.isOpen && children}
      </div>
    </Card>
  )
}
