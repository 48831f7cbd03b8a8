import type { ReactNode } from 'react'

const TONES = {
  neutral: 'border-line bg-hover text-ink-soft',
  online: 'border-transparent bg-online text-on-online',
  danger: 'border-transparent bg-danger-fill text-on-danger',
  trouble: 'border-danger bg-danger-wash text-danger',
  glass: 'border-transparent bg-glass-wash text-glass',
}

export interface BadgeProps {
  tone?: keyof typeof TONES
  children: ReactNode
  /** Read instead of the children, where a bare number says too little. */
  label?: string
}

export function Badge({ tone = 'neutral', children, label }: BadgeProps) {
  return (
    <span
      className={`inline-flex min-h-6 shrink-0 min-w-6 items-center justify-center rounded-full border px-2 whitespace-nowrap font-semibold text-xs tabular-nums ${TONES[tone]}`}
    >
      {label && <span className="sr-only">{label}</span>}
      <span aria-hidden={label ? true : undefined} className="inline-flex items-center">
        {children}
      </span>
    </span>
  )
}
