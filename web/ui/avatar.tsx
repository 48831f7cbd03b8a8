import { useState } from 'react'

const SIZES = {
  sm: 'size-10 text-base',
  md: 'size-14 text-xl',
  lg: 'size-18 text-2xl',
  xl: 'size-24 text-3xl',
  '2xl': 'size-36 text-[4rem]',
}

export interface AvatarProps {
  src: string | null
  initial: string
  size?: keyof typeof SIZES
  presence?: { online: boolean; label: string }
}

/** Hidden from screen readers: the name stands beside it. */
export function Avatar({ src, initial, size = 'md', presence }: AvatarProps) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null)
  return (
    <span className={`relative inline-flex shrink-0 ${SIZES[size]}`}>
      {src && src !== brokenSrc ? (
        <img
          src={src}
          alt=""
          width={96}
          height={96}
          loading="lazy"
          decoding="async"
          onError={() => setBrokenSrc(src)}
          className="size-full rounded-full bg-hover object-cover"
        />
      ) : (
        <span
          aria-hidden="true"
          className="flex size-full select-none items-center justify-center overflow-clip rounded-full border border-line bg-hover font-display text-link"
        >
          {initial}
        </span>
      )}
      {presence && <PresenceDot {...presence} />}
    </span>
  )
}

/** Differs by shape as well as colour: filled is online, a ring is offline. */
function PresenceDot({ online, label }: { online: boolean; label: string }) {
  return (
    <span
      className={`absolute right-0 bottom-0 size-4 rounded-full border-3 outline-2 outline-raised ${
        online ? 'border-online bg-online forced-color-adjust-none' : 'border-edge bg-raised'
      }`}
    >
      <span className="sr-only">{label}</span>
    </span>
  )
}
