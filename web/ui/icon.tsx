import type { IconNode } from 'lucide'
import { createElement } from 'react'

export interface IconProps {
  of: IconNode
  /** 24 px square unless it says otherwise. */
  className?: string
}

const LINES = {
  'aria-hidden': true,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

/** Never the only name of anything: screen readers pass over it. */
export function Icon({ of: shapes, className = 'size-6' }: IconProps) {
  // Spread, because the shapes of an icon never change and so need no keys.
  const drawn = shapes.map(([tag, look]) => createElement(tag, look))
  return createElement('svg', { ...LINES, className }, ...drawn)
}
