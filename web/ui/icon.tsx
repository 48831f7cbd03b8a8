import type { IconNode } from 'lucide'
import { createElement } from 'react'

export interface IconProps {
  of: IconNode
  /** 24 px square by default. */
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

/** Hidden from screen readers: never the only label. */
export function Icon({ of: shapes, className = 'size-6' }: IconProps) {
  // Spread: an icon's shapes never change and need no keys.
  const drawn = shapes.map(([tag, look]) => createElement(tag, look))
  return createElement('svg', { ...LINES, className }, ...drawn)
}
