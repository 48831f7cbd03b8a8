import { createElement } from 'react'

/** Each shape is an SVG tag and its attributes. */
export type IconShapes = readonly (readonly [tag: string, look: Record<string, string>])[]

export interface IconProps {
  of: IconShapes
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
