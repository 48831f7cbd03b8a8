import { useEffect, useState } from 'react'
import type { PublicBar } from '#contract/bar.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { toInitial } from '#contract/plain-text.ts'
import { hasPhoto, isLongName } from '#contract/shells.ts'
import { barLogoLabel, barPageTexts, barPhotoLabel, peopleHere } from '#contract/texts/bar-page.ts'
import { tableLabel } from '#contract/texts/person.ts'
import { call } from '#web/api/call.ts'
import { Picture } from '#web/ui/picture.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import type { BarState } from './use-bar.ts'
import { toBarName } from './use-bar.ts'

export interface BarHeadProps {
  lookup: BarState
  /** On the page of a table, whose form is longer: everything is a little smaller. */
  table?: string
}

/** Shows what the bar is, before anything is asked. */
export function BarHead({ lookup, table }: BarHeadProps) {
  const { status, bar } = lookup
  const heading = toBarName(lookup)
  const size = table !== undefined ? 'text-xl' : isLongName(heading) ? 'text-2xl' : 'text-3xl'
  const isOpen = bar !== null && !bar.paused
  // A failure leaves room for the toast that says so.
  const isLost = status === 'unknown' || status === 'failed'
  const above = isLost ? 'pt-16' : table === undefined ? 'pt-4' : ''
  return (
    <div
      className={`grid grid-cols-[minmax(0,1fr)] justify-items-center gap-1 text-center ${bar && hasPhoto(bar) ? '' : above}`}
    >
      {bar && <BarPictures bar={bar} isLow={table !== undefined} />}
      {bar && !hasPhoto(bar) && table === undefined && (
        <p className="text-ink-soft">{barPageTexts.welcome}</p>
      )}
      <div className="flex max-w-full flex-wrap items-baseline justify-center gap-x-3">
        <h1
          dir="auto"
          className={`font-display font-semibold ${table === undefined ? '' : 'line-clamp-3'} ${size} ${bar ? 'painted' : ''}`}
        >
          {heading}
        </h1>
        {table !== undefined && (
          <p dir="auto" className="text-ink-soft text-lg">
            {tableLabel(table)}
          </p>
        )}
      </div>
      {table === undefined && bar && <p className="text-ink-soft">{bar.city}</p>}
      {bar?.tonight && (
        <p
          dir="auto"
          className={`rounded-lg border border-glass bg-glass-wash px-4 text-balance font-display ${table === undefined ? 'mt-2 py-2' : `my-1 py-1 text-sm ${LOW}`}`}
        >
          {bar.tonight}
        </p>
      )}
      {isOpen && <Invitation barId={bar.id} isLow={table !== undefined} />}
    </div>
  )
}

/** A low screen has room for the form alone. */
const LOW = '[@media(max-height:45rem)]:hidden'
const FILL = 'relative size-full bg-raised'

/** Boxes of a fixed size; what they show is loaded after the form works. */
function BarPictures({ bar, isLow }: { bar: PublicBar; isLow: boolean }) {
  const isHydrated = useIsHydrated()
  const { name, logoUrl, coverUrl, photoUrls } = bar
  const photo = coverUrl ?? photoUrls[0]
  return (
    <div className={isLow ? `contents ${LOW}` : 'contents'}>
      {photo && (
        <div
          className={`w-screen max-w-[calc(100%+2.5rem)] overflow-hidden bg-raised [mask-image:linear-gradient(#000_60%,transparent)] sm:w-full sm:rounded-xl ${isLow ? 'h-16 max-sm:-mx-4 max-sm:-mt-4' : 'h-44 max-sm:-mx-5 max-sm:-mt-14 sm:h-52'} ${logoUrl ? '' : '-mb-4'}`}
        >
          {isHydrated && (
            <Picture src={photo} alt={barPhotoLabel(1, name)} fades className={FILL} />
          )}
        </div>
      )}
      {logoUrl && (
        <div
          className={`relative overflow-hidden rounded-xl border border-line bg-raised shadow-card ${isLow ? 'size-14' : 'mb-1 size-20'} ${photo ? '-mt-12' : ''}`}
        >
          <span
            aria-hidden="true"
            className="absolute inset-0 grid place-items-center font-display text-3xl text-link"
          >
            {isHydrated && toInitial(name)}
          </span>
          {isHydrated && <Picture src={logoUrl} alt={barLogoLabel(name)} fades className={FILL} />}
        </div>
      )}
    </div>
  )
}

/** The number of people comes later, in the place of a sentence, so that nothing moves. */
function Invitation({ barId, isLow }: { barId: string; isLow: boolean }) {
  const online = useOnlineCount(barId)
  const [invitation, promise] = barPageTexts.promise
  return (
    <p className={`w-full text-ink-soft ${isLow ? 'text-xs' : 'mt-2 text-sm'}`}>
      {online === null ? (
        <span className={`block ${isLow ? LOW : ''}`}>{invitation}</span>
      ) : (
        <span
          className={`flex items-center justify-center gap-2 font-semibold ${isLow ? LOW : ''}`}
        >
          <span className="size-2.5 rounded-full bg-online" />
          <span>{peopleHere(online)}</span>
        </span>
      )}
      <span className="block">{promise}</span>
    </p>
  )
}

function useOnlineCount(barId: string): number | null {
  const [online, setOnline] = useState<number | null>(null)
  useEffect(() => {
    let isCurrent = true
    call(ENDPOINTS.countOnline, { barId }).then(
      (answer) => isCurrent && setOnline(answer.online),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [barId])
  return online
}
