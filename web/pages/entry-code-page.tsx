import { ArrowLeft, WifiOff } from 'lucide'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import type { EntryCodeView } from '#contract/entry-code.ts'
import { inThrees } from '#contract/entry-code.ts'
import { PAGES } from '#contract/paths.ts'
import { pageTitle, sharedTexts } from '#contract/texts/shared.ts'
import { staffTexts, validUntil } from '#contract/texts/staff.ts'
import { fetchEntryCode } from '#web/api/staff.ts'
import { toBarTime } from '#web/features/staff/bar-time.ts'
import { keepAwake } from '#web/features/staff/keep-awake.ts'
import { useLiveCode } from '#web/features/staff/use-live-code.ts'
import { pageData } from '#web/page-data.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { CONTENT_ID } from '#web/ui/page.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { useAdmin } from './use-admin.ts'

/** The night's code for a tablet at the door: black in both themes, as large as the screen allows. */
export function EntryCodePage() {
  const { barId = '' } = useParams()
  const { keepSession } = useAdmin()
  const { view, isStale } = useLiveCode(() => keepSession(() => fetchEntryCode(barId)))
  useDocumentTitle(pageTitle(pageData().productName, staffTexts.code))
  useEffect(keepAwake, [])
  return (
    <main
      id={CONTENT_ID}
      tabIndex={-1}
      className="grid min-h-dvh grid-rows-[auto_1fr_auto] gap-2 bg-[#000] p-4 text-center text-[#f8efdd]"
    >
      <div className="flex items-center gap-3">
        <ButtonLink
          to={PAGES.monitor}
          variant="quiet"
          size="icon"
          className="text-[#c9c3b0]! hover:bg-[#212d27]!"
          aria-label={staffTexts.backToBoard}
        >
          <Icon of={ArrowLeft} />
        </ButtonLink>
        <h1
          dir="auto"
          className="line-clamp-2 min-w-0 flex-1 pr-14 font-display font-semibold text-2xl sm:text-3xl"
        >
          {view?.barName ?? ''}
        </h1>
      </div>
      <Code view={view} isStale={isStale} />
      <p role="status" className="min-h-7 text-[#c9c3b0] text-lg">
        {isStale ? (
          <span className="inline-flex items-center gap-2 text-[#ff9a82]">
            <Icon of={WifiOff} className="size-5 shrink-0" />
            {staffTexts.codeStale}
          </span>
        ) : (
          view?.code && validUntil(toBarTime(endOf(view), view.timeZone))
        )}
      </p>
    </main>
  )
}

function Code({ view, isStale }: { view: EntryCodeView | undefined; isStale: boolean }) {
  if (!view?.code) {
    const nothing = isStale ? '' : sharedTexts.loading
    return <p className="place-self-center text-2xl">{view ? staffTexts.notAsked : nothing}</p>
  }
  const [first, second] = inThrees(view.code).split(' ')
  return (
    <div className="grid content-center justify-items-center gap-[2dvh]">
      <p className="text-[#c9c3b0] text-xl">{staffTexts.code}</p>
      <p className="flex flex-wrap justify-center gap-x-[0.35em] font-mono font-semibold text-[min(21vw,52dvh)] tabular-nums leading-none portrait:flex-col portrait:text-[min(46vw,28dvh)]">
        <span>{first}</span> <span>{second}</span>
      </p>
    </div>
  )
}

/** When this code is no longer asked for, or changes. */
function endOf({ isOn, until, changesAt }: EntryCodeView): number {
  return isOn || until === null ? changesAt : Math.min(until, changesAt)
}
