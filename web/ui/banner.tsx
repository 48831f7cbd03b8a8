import CircleAlert from 'lucide:circle-alert'
import Info from 'lucide:info'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

const TONES = {
  info: { className: 'bg-glass-wash border-glass', iconClass: 'text-glass', icon: Info },
  danger: {
    className: 'bg-danger-wash border-danger',
    iconClass: 'text-danger',
    icon: CircleAlert,
  },
}

export interface BannerProps {
  tone?: keyof typeof TONES
  title?: string
  children?: ReactNode
  action?: ReactNode
  /** Announced on appearance: politely, or at once for the tone danger. */
  live?: boolean
  floating?: boolean
}

/** For messages that must outlast a toast. */
export function Banner({
  tone = 'info',
  title,
  children,
  action,
  live = false,
  floating = false,
}: BannerProps) {
  const { className, iconClass, icon } = TONES[tone]
  const role = live ? (tone === 'danger' ? 'alert' : 'status') : undefined
  return (
    <div
      role={role}
      className={`flex flex-wrap items-center gap-3 rounded-lg border-l-4 px-4 py-3 text-ink text-sm ${floating ? 'shadow-float' : ''} ${className}`}
    >
      <Icon of={icon} className={`size-5 shrink-0 ${iconClass}`} />
      <div className="min-w-0 flex-1 basis-40">
        {title && <p className="font-semibold">{title}</p>}
        <div>{children}</div>
      </div>
      {action}
    </div>
  )
}
