import type { ReactNode } from 'react'
import { NearViewport } from './near-viewport.tsx'

/** Divisible by 2, 3 and 4 columns, so that each part ends with a full row. */
const PER_PART = 24

export interface NearPartsProps<Item> {
  items: readonly Item[]
  /** Estimated height of an item. */
  rowPx: number
  className?: string
  children: (part: readonly Item[]) => ReactNode
}

/** A long list. Parts far from the viewport are not drawn. */
export function NearParts<Item>({ items, rowPx, className = '', children }: NearPartsProps<Item>) {
  const parts = Array.from({ length: Math.ceil(items.length / PER_PART) }, (_, part) =>
    items.slice(part * PER_PART, (part + 1) * PER_PART),
  )
  return (
    <div className={className}>
      {parts.map((part, index) => (
        <NearViewport
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its place in the list
          key={index}
          estimatedPx={part.length * rowPx}
          initially={index === 0}
        >
          {(isNear) => isNear && children(part)}
        </NearViewport>
      ))}
    </div>
  )
}
