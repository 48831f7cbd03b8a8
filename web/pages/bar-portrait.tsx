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
    <section className="grid gap-4">
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
        <ul className="-mx-5 flex snap-x gap-3 overflow-x-auto px-5 pb-2">
          {photoUrls.map((url, index) => (
            <li key={url} className="snap-center">
              <img
                src={url}
                alt={barPhotoLabel(index + 1, name)}
                width={256}
                height={176}
                loading="lazy"
                decoding="async"
                className="h-44 w-64 max-w-none rounded-lg border border-line bg-raised object-cover"
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
