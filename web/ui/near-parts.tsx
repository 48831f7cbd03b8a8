import type { ReactNode } from 'react'
import { NearViewport } from './near-viewport.tsx'

/** Divisible by 2, 3 and 4 columns, so that each part ends with a full row. */
const PER_PART = 24
/** A longer list has parts of so many, each with parts of its own: what is far costs few elements. */
const PER_LONG_PART = 24 * PER_PART

export interface NearPartsProps<Item> {
  items: readonly Item[]
  /** Estimated height of an item. */
  rowPx: number
  className?: string
  children: (part: readonly Item[]) => ReactNode
}

/** A long list. Parts far from the viewport are not drawn. */
export function NearParts<Item>(props: NearPartsProps<Item>) {
  const { items, rowPx, className = '', children } = props
  const isLong = items.length > PER_LONG_PART
  const perPart = isLong ? PER_LONG_PART : PER_PART
  const parts = Array.from({ length: Math.ceil(items.length / perPart) }, (_, part) =>
    items.slice(part * perPart, (part + 1) * perPart),
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
          {(isNear) => isNear && (isLong ? <NearParts {...props} items={part} /> : children(part))}
        </NearViewport>
      ))}
    </div>
  )
}
