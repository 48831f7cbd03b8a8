import type { CSSProperties } from 'react'
import { Picture } from './picture.tsx'

const SIZES = {
  xs: 'size-9 text-sm',
  sm: 'size-10 text-base',
  md: 'size-14 text-xl',
  lg: 'size-18 text-2xl',
  xl: 'size-21 text-3xl',
  '2xl': 'size-36 text-[4rem]',
  // Its style sets the size, curves too.
  fill: 'text-3xl',
}
const TONES = [
  'bg-tone-0',
  'bg-tone-1',
  'bg-tone-2',
  'bg-tone-3',
  'bg-tone-4',
  'bg-tone-5',
  'bg-tone-6',
  'bg-tone-7',
]

export interface AvatarProps {
  src: string | null
  initial: string
  /** 0 to 7: the colour behind the initial. Without one it is calm. */
  tone?: number
  size?: keyof typeof SIZES
  style?: CSSProperties | undefined
  className?: string
  presence?: { online: boolean; away?: boolean; label: string }
}

/** Hidden from screen readers: the name stands beside it. */
export function Avatar(props: AvatarProps) {
  const { src, initial, tone, size = 'md', style, className = '', presence } = props
  const within = size === 'fill' ? FILL : undefined
  const letter = (
    <span
      aria-hidden="true"
      style={within}
      className={`flex size-full select-none items-center justify-center overflow-clip rounded-full border border-line font-display ${tone === undefined ? 'bg-hover text-link' : `${TONES[tone]} text-on-tone`}`}
    >
      {initial}
    </span>
  )
  return (
    <span className={`relative inline-flex shrink-0 ${SIZES[size]} ${className}`} style={style}>
      {src ? (
        <Picture
          src={src}
          alt=""
          width={96}
          height={96}
          loading="lazy"
          style={within}
          className="size-full rounded-full bg-hover"
          fallback={letter}
        />
      ) : (
        letter
      )}
      {presence && <PresenceDot {...presence} />}
    </span>
  )
}

const FILL = { position: 'absolute', inset: 0, borderRadius: 'inherit' } as const

/** At the edge of the circle, and a little out, so that it hides no face. */
const OUTSIDE = { right: '14.6%', bottom: '14.6%', translate: '72% 72%' }

/** Filled looks here, a ring does not; green is online. */
function PresenceDot({ online, away = false, label }: NonNullable<AvatarProps['presence']>) {
  return (
    <span
      style={OUTSIDE}
      className={`group-data-down:hidden absolute size-3.5 rounded-full border-3 outline-2 outline-raised ${
        online ? 'border-online forced-color-adjust-none' : 'border-edge'
      } ${online && !away ? 'bg-online' : 'bg-raised'}`}
    >
      <span className="sr-only">{label}</span>
    </span>
  )
}
