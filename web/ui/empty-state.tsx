import type { ReactNode } from 'react'

export interface EmptyStateProps {
  title: string
  icon?: ReactNode
  children?: ReactNode
  action?: ReactNode
}

export function EmptyState({ title, icon, children, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-3 px-6 py-10 text-center text-ink-soft">
      {icon && (
        <span className="mb-1 flex size-20 items-center justify-center rounded-full border border-line bg-hover text-link">
          {icon}
        </span>
      )}
      <p className="text-ink text-lg text-balance">{title}</p>
      {children}
      {action}
    </div>
  )
}
