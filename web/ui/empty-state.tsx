import type { ReactNode } from 'react'

export interface EmptyStateProps {
  title: string
  icon?: ReactNode
  children?: ReactNode
  action?: ReactNode
}

/** Nothing to show, said kindly. */
export function EmptyState({ title, icon, children, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-3 px-6 py-10 text-center text-ink-soft">
      {icon && <span className="text-link">{icon}</span>}
      <p className="text-lg">{title}</p>
      {children}
      {action}
    </div>
  )
}
