import { useState } from 'react'
import type { PublicBar } from '#contract/bar.ts'
import { barPhotoLabel } from '#contract/texts/entry.ts'

export function BarAbout({ bar: { logoUrl, description } }: { bar: PublicBar }) {
  if (!logoUrl && !description) return null
  return (
    <div className="flex items-start gap-4">
      {logoUrl && (
        <img
          src={logoUrl}
          alt=""
          width={72}
          height={72}
          loading="lazy"
          className="size-18 shrink-0 rounded-lg border border-line bg-raised object-cover"
        />
      )}
      {description && <p className="min-w-0 whitespace-pre-line text-ink-soft">{description}</p>}
    </div>
  )
}

/** Boxes have their size before the pictures load, so nothing shifts. */
export function BarPhotos({ bar: { name, photoUrls } }: { bar: PublicBar }) {
  if (photoUrls.length === 0) return null
  return (
    <ul className="grid grid-cols-2 gap-3 [&>li:first-child:nth-last-child(odd)]:col-span-2">
      {photoUrls.map((url, index) => (
        <BarPhoto key={url} url={url} label={barPhotoLabel(index + 1, name)} />
      ))}
    </ul>
  )
}

/** A picture that fails to load leaves no gap. */
function BarPhoto({ url, label }: { url: string; label: string }) {
  const [state, setState] = useState<'coming' | 'there' | 'broken'>('coming')
  if (state === 'broken') return null
  return (
    <li className="h-36 overflow-hidden rounded-lg border border-line bg-raised sm:h-44">
      <img
        src={url}
        alt={label}
        loading="lazy"
        decoding="async"
        onLoad={() => setState('there')}
        onError={() => setState('broken')}
        className={`size-full object-cover transition-opacity duration-300 ${state === 'there' ? '' : 'opacity-0'}`}
      />
    </li>
  )
}
