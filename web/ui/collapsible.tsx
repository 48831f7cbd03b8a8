import ChevronDown from 'lucide:chevron-down'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { Card } from './card.tsx'
import { Icon } from './icon.tsx'

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
  const { title, icon, badge, actions, isOpen, onToggle, children } = props
  const titleId = useId()
  const bodyId = useId()
  return (
    <Card as="section" aria-labelledby={titleId} className="min-w-0 p-0!">
      <div className="flex items-center gap-2 p-2 sm:p-3">
        <h2 className="min-w-0 flex-1 font-display font-semibold text-base max-sm:tracking-tight sm:text-xl">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={bodyId}
            onClick={onToggle}
            className="flex min-h-target w-full items-center gap-2.5 rounded-lg px-2 text-left sm:gap-3 transition-colors hover:bg-hover"
          >
            <span className="text-link max-sm:hidden">{icon}</span>
            <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 sm:gap-x-3">
              <span id={titleId} className="min-w-0">
                {title}
              </span>
              {badge && <span className="flex font-sans">{badge}</span>}
            </span>
            <Icon
              of={ChevronDown}
              className={`ml-auto size-5 shrink-0 text-ink-soft transition-transform ${isOpen ? 'rotate-180' : ''}`}
            />
          </button>
        </h2>
        {actions}
      </div>
      <div id={bodyId} hidden={!isOpen} className="border-line border-t p-3 sm:p-5">
        {isOpen && children}
      </div>
    </Card>
  )
}
