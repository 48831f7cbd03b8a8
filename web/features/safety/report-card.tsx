import Flag from 'lucide:flag'
import { useState } from 'react'
import { address } from '#contract/address.ts'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { toTone } from '#contract/face.ts'
import { toInitial } from '#contract/plain-text.ts'
import type { Report, ReportSide } from '#contract/reports.ts'
import { tableLabel } from '#contract/texts/person.ts'
import { REASON_NAMES } from '#contract/texts/report-reasons.ts'
import {
  boardReportTexts,
  messagesCount,
  photoOf,
  reportOf,
  wasRemoved,
} from '#contract/texts/reports-board.ts'
import { TIMINGS } from '#contract/timings.ts'
import { adminCall } from '#web/api/admin-call.ts'
import { unless } from '#web/api/call.ts'
import { serverNow } from '#web/api/server-clock.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { DAY_AND_TIME } from '#web/ui/date-forms.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { formatAt } from '#web/ui/format-at.ts'
import { Icon } from '#web/ui/icon.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { useAct } from '#web/ui/use-act.ts'
import { ReportMessages } from './report-messages.tsx'

export interface OpenReportProps {
  barId: string
  timeZone: string
  report: Report
  /** Owner and administrator. */
  mayRead: boolean
  onRemove: (report: Report) => void
  onClosed: () => void
  /** Inside a folded card, which names the reported person. */
  isFolded?: boolean
}

export function ReportCard(props: OpenReportProps) {
  const { reason, evidence, state } = props.report
  return (
    <article
      aria-label={reportOf(REASON_NAMES[reason], evidence?.reported.name ?? '')}
      className={reportClass(state)}
    >
      <OpenReport {...props} />
    </article>
  )
}

/** The edge of an open report is red. */
export function reportClass(state: Report['state']): string {
  return `grid gap-3 rounded-lg border-2 bg-page p-3 ${state === 'open' ? 'border-danger' : 'border-line'}`
}

/** "Remover desta noite" asks first, in the dialog of every removal. */
export function OpenReport(props: OpenReportProps) {
  const { barId, report, mayRead, onRemove, onClosed, isFolded = false } = props
  const { id, evidence, reportedAt } = report
  // A colleague has closed it: the card keeps its place and its height.
  const isClosed = report.state !== 'open'
  // The room knows the two people of a report no longer than that.
  const mayRemove = evidence !== null && serverNow() - reportedAt < TIMINGS.reportMs
  const [close, isBusy] = useAct(async () => {
    // A colleague may have closed it.
    await unless('not_found', adminCall(ADMIN_ENDPOINTS.closeReport, { barId, reportId: id }))
    showToast({ title: boardReportTexts.closed, tone: 'success' })
    onClosed()
  }, boardReportTexts.closeFailed)

  return (
    <>
      <ReportBody {...props} />
      {mayRead && evidence && evidence.messages > 0 && (
        <MessagesButton barId={barId} report={report} timeZone={props.timeZone} />
      )}
      {!isFolded && <p className="text-ink-soft text-sm">{boardReportTexts.discreet}</p>}
      <div className="flex flex-wrap gap-2">
        {mayRemove && (
          <Button
            variant="danger"
            className="flex-auto px-3! text-sm!"
            disabled={isClosed}
            onClick={() => onRemove(report)}
          >
            {boardReportTexts.remove}
          </Button>
        )}
        <Button
          variant="secondary"
          className="flex-auto px-3! text-sm!"
          busy={isBusy}
          disabled={isClosed}
          onClick={() => void close()}
        >
          {boardReportTexts.close}
        </Button>
      </div>
    </>
  )
}

interface ReportBodyProps
  extends Pick<OpenReportProps, 'barId' | 'report' | 'timeZone' | 'isFolded'> {
  /** Among the closed reports: the time stands below the outcome. */
  isClosed?: boolean
}

/** Reason, names, tables, photos and note. */
export function ReportBody(props: ReportBodyProps) {
  const { barId, report, timeZone, isClosed = false, isFolded = false } = props
  const { id, reason, rank, state, removalReason, evidence, reportedAt } = report
  const outcome = state === 'removed' ? wasRemoved(removalReason) : boardReportTexts.wasClosed
  return (
    <>
      <div className="flex items-center gap-2.5">
        <Icon of={Flag} className="size-5 shrink-0 text-danger" />
        <h4 className="min-w-0 flex-1 font-semibold text-base">{REASON_NAMES[reason]}</h4>
        <span className="text-right text-ink-soft text-sm">
          {state !== 'open' && <span className="block">{outcome}</span>}
          {(state === 'open' || isClosed) && (
            <time dateTime={new Date(reportedAt).toISOString()} className="tabular-nums">
              {formatAt(reportedAt, DAY_AND_TIME, timeZone)}
            </time>
          )}
        </span>
      </div>
      {rank !== 'known' && !isFolded && (
        <p className="text-ink-soft text-sm">{boardReportTexts.reporter[rank]}</p>
      )}
      {evidence ? (
        <>
          <div className="flex flex-wrap gap-3">
            {!isFolded && (
              <Side
                label={boardReportTexts.about}
                of="reported"
                barId={barId}
                reportId={id}
                side={evidence.reported}
              />
            )}
            <Side
              label={boardReportTexts.from}
              of="reporter"
              barId={barId}
              reportId={id}
              side={evidence.reporter}
            />
          </div>
          <p
            dir="auto"
            className={`wrap-anywhere whitespace-pre-line rounded-md bg-sunken px-3 py-2 ${evidence.note ? '' : 'text-ink-soft text-sm'}`}
          >
            {evidence.note || boardReportTexts.noNote}
          </p>
        </>
      ) : (
        <p className="text-ink-soft text-sm">{boardReportTexts.gone}</p>
      )}
    </>
  )
}

interface SideProps {
  label: string
  of: 'reporter' | 'reported'
  barId: string
  reportId: string
  side: ReportSide
}

export function Side({ label, of, barId, reportId, side }: SideProps) {
  const { personId, name, table, hasPhoto, hasThumbnail } = side
  const [isLarge, setIsLarge] = useState(false)
  const isMain = of === 'reported'
  const small = hasThumbnail ? (`${of}-thumbnail` as const) : of
  const face = (
    <Avatar
      src={
        hasPhoto || hasThumbnail
          ? address(ADMIN_API.reportPhoto, { barId, reportId, photo: small })
          : null
      }
      initial={toInitial(name)}
      tone={toTone(personId)}
      size={isMain ? 'lg' : 'sm'}
    />
  )
  return (
    <div className={`flex min-w-0 flex-1 items-center gap-3 ${isMain ? 'basis-56' : 'basis-40'}`}>
      {hasPhoto ? (
        <button
          type="button"
          aria-label={photoOf(name)}
          className="rounded-full"
          onClick={() => setIsLarge(true)}
        >
          {face}
        </button>
      ) : (
        face
      )}
      <div className="min-w-0 flex-1">
        <p className="text-ink-soft text-sm">{label}</p>
        <p className="grid">
          <span dir="auto" className={`line-clamp-2 ${isMain ? 'font-semibold' : ''}`}>
            {name}
          </span>
          <span dir="auto" className="text-ink-soft text-sm">
            {table === null ? boardReportTexts.hadLeft : tableLabel(table)}
          </span>
        </p>
      </div>
      {isLarge && (
        <Dialog
          onClose={() => setIsLarge(false)}
          title={name}
          picture={
            <img
              src={address(ADMIN_API.reportPhoto, { barId, reportId, photo: of })}
              alt={name}
              className="aspect-square max-h-[55dvh] w-full bg-hover object-cover"
            />
          }
        >
          <p className="-mt-4 text-ink-soft">
            {table === null ? boardReportTexts.hadLeft : tableLabel(table)}
          </p>
        </Dialog>
      )}
    </div>
  )
}

type MessagesButtonProps = Pick<OpenReportProps, 'barId' | 'report' | 'timeZone'>

export function MessagesButton(props: MessagesButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" className="px-3! text-sm!" onClick={() => setIsOpen(true)}>
        {messagesCount(props.report.evidence?.messages ?? 0)}
      </Button>
      {isOpen && <ReportMessages {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}
