import ArrowLeft from 'lucide:arrow-left'
import WifiOff from 'lucide:wifi-off'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import type { EntryCodeView } from '#contract/entry-code.ts'
import { inThrees } from '#contract/entry-code.ts'
import { PAGES } from '#contract/pages.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { pageTitle, sharedTexts } from '#contract/texts/shared.ts'
import { staffTexts, validUntil } from '#contract/texts/staff.ts'
import { adminCall } from '#web/api/admin-call.ts'
import { AlarmBell } from '#web/features/safety/alarm-line.tsx'
import { keepAwake } from '#web/features/staff/keep-awake.ts'
import type { LiveCode } from '#web/features/staff/use-live-code.ts'
import { useLiveCode } from '#web/features/staff/use-live-code.ts'
import { pageData } from '#web/page-data.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { formatAt, TIME } from '#web/ui/format-at.ts'
import { Icon } from '#web/ui/icon.tsx'
import { CONTENT_ID } from '#web/ui/page.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import codeHref from './entry-code-page.css?url'
import { useAdmin } from './use-admin.ts'

/**
 * The night's code for a tablet at the door, as large as the screen allows. Guests read it too: of a call
 * for help it shows a red edge alone.
 */
export function EntryCodePage() {
  const { barId = '' } = useParams()
  const live = useLiveCode(() =>
    adminCall(ADMIN_ENDPOINTS.readCode, { barId }, undefined, { quiet: true }),
  )
  const { view, isStale } = live
  const { rings, alarm } = useAdmin().helpDesk
  useDocumentTitle(pageTitle(pageData().productName, staffTexts.code))
  useEffect(keepAwake, [])
  return (
    <main
      id={CONTENT_ID}
      tabIndex={-1}
      className={`door grid min-h-dvh gap-2 p-4 text-center ${rings ? 'is-called' : ''}`}
    >
      <link rel="stylesheet" href={codeHref} precedence="page" />
      <div className="flex items-center gap-3">
        <ButtonLink
          to={PAGES.monitor}
          variant="quiet"
          size="icon"
          aria-label={staffTexts.backToBoard}
        >
          <Icon of={ArrowLeft} />
        </ButtonLink>
        <h1 dir="auto" className="line-clamp-2 min-w-0 flex-1 font-display font-semibold text-2xl">
          {view?.barName ?? ''}
        </h1>
        <AlarmBell alarm={alarm} />
      </div>
      <Code {...live} />
      <p role="status" className="soft min-h-6 text-lg">
        {isStale ? (
          <span className="stale inline-flex items-center gap-2">
            <Icon of={WifiOff} className="size-5 shrink-0" />
            <span>{staffTexts.codeStale}</span>
          </span>
        ) : (
          view?.code && validUntil(formatAt(endOf(view), TIME, view.timeZone))
        )}
      </p>
    </main>
  )
}

function Code({ view, isStale, isGone }: LiveCode) {
  if (isGone) return <p className="self-center text-2xl">{adminTexts.barGone}</p>
  if (!view?.code) {
    const nothing = isStale ? '' : sharedTexts.loading
    return <p className="self-center text-2xl">{view ? staffTexts.notAsked : nothing}</p>
  }
  const [first, second] = inThrees(view.code).split(' ')
  return (
    <div className="grid content-center justify-items-center gap-3">
      <p className="soft text-xl">{staffTexts.code}</p>
      <p className="digits flex flex-wrap justify-center font-mono font-semibold tabular-nums leading-none">
        <span>{first}</span> <span>{second}</span>
      </p>
    </div>
  )
}

/** When this code is no longer asked for, or changes. */
function endOf({ isOn, until, changesAt }: EntryCodeView): number {
  return isOn || until === null ? changesAt : Math.min(until, changesAt)
}
