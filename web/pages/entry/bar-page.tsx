import { Suspense, useEffect, useReducer, useState } from 'react'
import { Navigate, useOutletContext, useParams } from 'react-router'
import { address } from '#contract/address.ts'
import type { PublicBar } from '#contract/bar.ts'
import { LIMITS } from '#contract/limits.ts'
import { PAGES } from '#contract/pages.ts'
import { readText, toLine } from '#contract/plain-text.ts'
import { hasPhoto } from '#contract/shells.ts'
import { barPageTexts, barPhotoLabel, tableConnectedDetail } from '#contract/texts/bar-page.ts'
import { placeLabel } from '#contract/texts/person.ts'
import { pageTitle, sharedTexts } from '#contract/texts/shared.ts'
import { TIMINGS } from '#contract/timings.ts'
import { LanguageOffer } from '#web/features/brand/language-switch.tsx'
import { Layout } from '#web/features/brand/layout.tsx'
import { pageData } from '#web/page-data.ts'
import type { BarVisit } from '#web/pages/bar/bar-visit.ts'
import { toFormOf } from '#web/pages/own-list.ts'
import { useDelayedNavigation } from '#web/pages/use-delayed-navigation.ts'
import { currentBarItem, useIsKnown } from '#web/session/visit-items.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { Picture } from '#web/ui/picture.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { useForm } from '#web/ui/use-form.ts'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import { useKeptText } from '#web/ui/use-kept-text.ts'
import { BarHead } from './bar-head.tsx'
import { useBar } from './use-bar.ts'

const noEntry = lazyPart(async () => (await import('./no-entry.tsx')).NoEntry)
const here = lazyPart(async () => (await import('./profile-part.tsx')).HerePart)

export function BarPage() {
  const { barId = '' } = useParams()
  const lookup = useBar(barId)
  const { bar, status } = lookup
  const { lostBy, secret = null } = useOutletContext<BarVisit | undefined>() ?? {}
  const [isUnknown, setUnknown] = useReducer(() => true, false)
  const isKnown = useIsKnown(barId) && !isUnknown
  // `HerePart` sets the title of a person in the bar: theirs counts messages.
  useDocumentTitle(secret === null ? pageTitle(pageData().productName, bar?.name) : null)
  const isHydrated = useIsHydrated()
  // Preloaded: a failed lookup may be a lost connection.
  useEffect(noEntry.prefetch, [])
  const form = lostBy ? toFormOf(barId) : null
  if (form) return <Navigate to={form} replace />
  const reason = bar?.paused && !isKnown ? 'paused' : status
  const isClosed = reason === 'paused' || reason === 'unknown' || reason === 'failed'
  const isPictured = bar !== null && hasPhoto(bar)
  const hasAbout = isPictured || Boolean(bar?.description)
  return (
    <Layout
      hasLanguages
      className={`gap-3 sm:pt-[8dvh] ${hasAbout ? BESIDE : ''} ${isPictured ? TALL : ''}`}
    >
      <BarHead lookup={lookup} />
      <div className={`grid content-start ${isPictured ? '' : 'lg:pt-4'}`}>
        {bar && isKnown && (
          <Suspense>
            <here.Part barId={bar.id} barName={bar.name} table={null} onUnknown={setUnknown} />
          </Suspense>
        )}
        {!isKnown && (!isClosed || reason === 'failed') && (
          // Hidden, not unmounted: typed text survives a failed attempt.
          <div hidden={isClosed}>
            <LanguageOffer />
            <Card>
              <TableForm bar={bar} />
            </Card>
          </div>
        )}
        {isClosed && (
          <Suspense>
            <noEntry.Part reason={reason} retry={lookup.retry} />
          </Suspense>
        )}
      </div>
      {bar && (
        <div className="mt-3 grid content-start gap-6">
          {bar.description && (
            <p dir="auto" className="whitespace-pre-line text-ink-soft">
              {bar.description}
            </p>
          )}
          {isHydrated && <BarPhotos bar={bar} />}
        </div>
      )}
    </Layout>
  )
}

const BESIDE =
  'lg:grid lg:max-w-[62rem] lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] lg:content-start lg:gap-x-16 lg:[&>:nth-child(2)]:col-start-2 lg:[&>:nth-child(2)]:row-span-2 lg:[&>:nth-child(2)]:row-start-1'

/** The parts below the pictures are out of sight when those come. */
const TALL = 'lg:min-h-dvh'

/** Without a bar the form can be filled in but not sent. */
function TableForm({ bar }: { bar: PublicBar | null }) {
  const form = useForm({ table: '' })
  useKeptText(form, 'table')
  const [busy, setBusy] = useState(false)
  const goLater = useDelayedNavigation()

  const submit = () => {
    if (busy || !bar) return
    const table = readText(form.values.table, LIMITS.tableText, toLine)
    if (table === null) return form.refuse({ table: barPageTexts.tableTooLong })
    if (table === '') {
      const { requiredField: title } = sharedTexts
      showToast({ title, description: barPageTexts.tableMissing })
      return form.refuse({ table: barPageTexts.fieldMissing })
    }
    setBusy(true)
    currentBarItem.write({ barId: bar.id, barName: bar.name, tableNumber: table })
    const place = placeLabel(table)
    showToast({
      title: place ? `${barPageTexts.welcome} ${bar.name}` : barPageTexts.tableConnected,
      description: place ?? tableConnectedDetail(table, bar.name),
      tone: 'success',
    })
    goLater(address(PAGES.table, { barId: bar.id, tableId: table }), TIMINGS.tableToTablePageMs)
  }
  return (
    <form {...form.props(submit)} className="grid gap-5">
      <TextField
        {...form.field('table')}
        label={barPageTexts.table}
        placeholder={barPageTexts.tablePlaceholder}
        hint={barPageTexts.tableHint}
        readOnly={busy}
        autoComplete="off"
        inputMode="text"
        enterKeyHint="go"
      />
      <fieldset disabled={busy} className="-mt-1 grid min-w-0">
        <legend className="mb-2 text-ink-soft text-sm">{barPageTexts.noTable}</legend>
        <div className="flex flex-wrap gap-2">
          {Object.entries(barPageTexts.places).map(([place, name]) => (
            <Button
              key={place}
              variant="secondary"
              className="flex-1 aria-pressed:border-link aria-pressed:bg-hover px-2!"
              // Until the page is hydrated, a script of the Worker fills the field (EARLY_PRESS).
              value={place}
              aria-pressed={toLine(form.values.table) === place}
              onClick={() => form.change({ table: place })}
            >
              {name}
            </Button>
          ))}
        </div>
      </fieldset>
      <Button
        type="submit"
        size="lg"
        block
        disabled={!bar}
        busy={busy}
        busyLabel={barPageTexts.enteringTable}
      >
        {barPageTexts.enterTable}
      </Button>
    </form>
  )
}

/** All but the first, which is the head of the page. Boxes have their size before pictures load. */
function BarPhotos({ bar: { name, photoUrls } }: { bar: PublicBar }) {
  const others = photoUrls.slice(1)
  if (others.length === 0) return null
  return (
    <ul className="grid grid-cols-2 gap-3 [&>li:first-child:nth-last-child(odd)]:col-span-2">
      {others.map((url, index) => (
        // A picture that fails to load leaves no gap.
        <li
          key={url}
          className="h-36 overflow-hidden rounded-lg border border-line bg-raised empty:hidden sm:h-44"
        >
          <Picture
            src={url}
            alt={barPhotoLabel(index + 2, name)}
            loading="lazy"
            fades
            className="size-full"
          />
        </li>
      ))}
    </ul>
  )
}
