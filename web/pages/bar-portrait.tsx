import { useState } from 'react'
import type { PublicBar } from '#contract/bar.ts'
import { barPhotoLabel } from '#contract/texts/entry.ts'

/** What the bar shows of itself, below the form so that nothing waits for pictures. */
export function BarPortrait({
  bar: { name, logoUrl, photoUrls, description },
}: {
  bar: PublicBar
}) {
  if (!logoUrl && !description && photoUrls.length === 0) return null
  return (
    <section className="grid animate-arrive gap-4">
      {(logoUrl || description) && (
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
          {description && (
            <p className="min-w-0 whitespace-pre-line text-ink-soft">{description}</p>
          )}
        </div>
      )}
      {photoUrls.length > 0 && (
        <ul className="grid grid-cols-2 gap-3 [&>li:first-child:nth-last-child(odd)]:col-span-2">
          {photoUrls.map((url, index) => (
            <BarPhoto key={url} url={url} label={barPhotoLabel(index + 1, name)} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Fades into its box once it is there; one that cannot be shown leaves no hole. */
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
