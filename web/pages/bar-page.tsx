import type { FormEvent } from 'react'
import { Suspense, useReducer, useRef, useState, useSyncExternalStore } from 'react'
import { Navigate, useOutletContext, useParams } from 'react-router'
import type { PublicBar } from '#contract/bar.ts'
import { LIMITS } from '#contract/limits.ts'
import { toPage } from '#contract/paths.ts'
import { readText, toLine } from '#contract/plain-text.ts'
import { isLongName } from '#contract/shells.ts'
import { barPhotoLabel, entryTexts, tableConnectedDetail } from '#contract/texts/entry.ts'
import { pageTitle, sharedTexts } from '#contract/texts/shared.ts'
import { TIMINGS } from '#contract/timings.ts'
import { Layout } from '#web/features/brand/layout.tsx'
import { lazyPart } from '#web/lazy-part.ts'
import { pageData } from '#web/page-data.ts'
import { currentBarItem, useIsKnown } from '#web/session/visit-items.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { useEarlyInput } from '#web/ui/use-early-input.ts'
import type { BarVisit } from './bar-visit.ts'
import { AfterFailedLookup, useLookupToast } from './find-bar.tsx'
import { toBarName, useBar } from './use-bar.ts'
import { useDelayedNavigation } from './use-delayed-navigation.ts'

const here = lazyPart(async () => (await import('./profile-part.tsx')).HerePart)

export function BarPage() {
  const { barId = '' } = useParams()
  const lookup = useBar(barId)
  const lostBy = useOutletContext<BarVisit | undefined>()?.lostBy
  const [isUnknown, setUnknown] = useReducer(() => true, false)
  const isKnown = useIsKnown(barId) && !isUnknown
  const { bar, status, retry } = lookup
  useDocumentTitle(pageTitle(pageData().productName, bar?.name))
  // The build prerenders this page without knowing how many photos the bar has.
  const isHydrated = useIsHydrated()
  const heading = toBarName(lookup)
  useLookupToast(status)
  const saved = currentBarItem.read()
  if (lostBy && saved?.barId === barId) {
    return <Navigate to={toPage.table(barId, saved.tableNumber)} replace />
  }
  const hasAbout = Boolean(bar?.logoUrl || bar?.description)
  return (
    <Layout className={`gap-6 sm:pt-[10dvh] ${hasAbout ? BESIDE : ''}`}>
      <div className="grid gap-1 pt-8 text-center">
        {bar && <p className="text-ink-soft">{entryTexts.welcome}</p>}
        <h1
          className={`font-display font-semibold ${isLongName(heading) ? 'text-2xl' : 'text-3xl'} ${bar ? 'painted' : ''}`}
        >
          {heading}
        </h1>
        {bar?.city && <p className="text-ink-soft">{bar.city}</p>}
      </div>
      <div className="grid content-start gap-6">
        {bar && isKnown && (
          <Suspense>
            <here.Part barId={bar.id} barName={bar.name} table={null} onUnknown={setUnknown} />
          </Suspense>
        )}
        {bar?.paused && !isKnown && <Banner live>{entryTexts.barPaused}</Banner>}
        {status !== 'unknown' && !isKnown && (
          // Hidden, not unmounted: typed text survives a failed attempt.
          <Card hidden={status === 'failed'}>
            <TableForm bar={bar?.paused ? null : bar} />
          </Card>
        )}
        {bar?.paused && !isKnown && (
          <Button variant="secondary" size="lg" block onClick={() => location.reload()}>
            {entryTexts.checkAgain}
          </Button>
        )}
        <AfterFailedLookup status={status} retry={retry} />
      </div>
      {bar && (
        <div className="grid content-start gap-6">
          <BarAbout bar={bar} />
          {isHydrated && <BarPhotos bar={bar} />}
        </div>
      )}
    </Layout>
  )
}

const BESIDE =
  'lg:grid lg:max-w-[62rem] lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] lg:content-start lg:gap-x-16 lg:[&>:nth-child(2)]:col-start-2 lg:[&>:nth-child(2)]:row-span-2 lg:[&>:nth-child(2)]:row-start-1 lg:[&>:nth-child(2)]:pt-8'

/** Without a bar the form can be filled in but not sent. */
function TableForm({ bar }: { bar: PublicBar | null }) {
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const goLater = useDelayedNavigation()
  useEarlyInput(input, setText)

  const refuse = (mark: string) => {
    setError(mark)
    input.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy || !bar) return
    const table = readText(text, LIMITS.tableText, toLine)
    if (table === null) return refuse(entryTexts.tableTooLong)
    if (table === '') {
      const { requiredField: title } = sharedTexts
      showToast({ title, description: entryTexts.tableMissing, tone: 'destructive' })
      return refuse(entryTexts.fieldMissing)
    }
    setBusy(true)
    currentBarItem.write({ barId: bar.id, barName: bar.name, tableNumber: table })
    showToast({
      title: entryTexts.tableConnected,
      description: tableConnectedDetail(table, bar.name),
      tone: 'success',
    })
    goLater(toPage.table(bar.id, table), TIMINGS.tableToTablePageMs)
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <TextField
        ref={input}
        label={entryTexts.table}
        placeholder={entryTexts.tablePlaceholder}
        hint={entryTexts.tableHint}
        error={error}
        value={text}
        readOnly={busy}
        onChange={(event) => {
          setText(event.target.value)
          setError(null)
        }}
        name="table"
        autoComplete="off"
        inputMode="text"
        enterKeyHint="go"
      />
      <Button
        type="submit"
        size="lg"
        block
        disabled={!bar}
        busy={busy}
        busyLabel={entryTexts.enteringTable}
      >
        {entryTexts.enterTable}
      </Button>
    </form>
  )
}

function BarAbout({ bar: { logoUrl, description } }: { bar: PublicBar }) {
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
function BarPhotos({ bar: { name, photoUrls } }: { bar: PublicBar }) {
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

const never = () => () => undefined

/** False during hydration, true afterwards. */
function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
