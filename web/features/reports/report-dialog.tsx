import CircleCheck from 'lucide:circle-check'
import { useEffect, useId, useRef, useState } from 'react'
import { CodedError } from '#contract/errors.ts'
import { FORM_ENDPOINTS } from '#contract/form-endpoints.ts'
import { LIMITS } from '#contract/limits.ts'
import { readText, toParagraphs } from '#contract/plain-text.ts'
import type { ReportReason } from '#contract/reports.ts'
import {
  alreadyReported,
  reportDetail,
  reportEndedDetail,
  reportedLeft,
  reportLeftDetail,
  reportTexts,
  reportTitle,
} from '#contract/texts/report.ts'
import { REASON_NAMES } from '#contract/texts/report-reasons.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { call } from '#web/api/call.ts'
import { mintId } from '#web/session/mint-id.ts'
import { usePerson, useRoom, useRoomClient, useVisit } from '#web/socket/use-room.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { RadioTiles } from '#web/ui/radio-tiles.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { useForm } from '#web/ui/use-form.ts'
import { useUnmounted } from '#web/ui/use-unmounted.ts'

export interface ReportDialogProps {
  personId: string
  name: string
  onClose: () => void
}

const REASONS = Object.entries(REASON_NAMES) as [ReportReason, string][]

/** The typed text stays while it is open, whatever fails, and also if the person leaves meanwhile. */
export function ReportDialog({ onClose, ...person }: ReportDialogProps) {
  const [isSent, setIsSent] = useState(false)
  const connection = useRoomClient()
  const formId = useId()
  const report = useReport(person, () => {
    connection.endConversation(person.personId)
    setIsSent(true)
  })
  const foot = (
    <div className="grid w-full gap-3">
      {report.problem && (
        <p role="alert" className="rounded-lg bg-danger-wash px-4 py-3 text-danger">
          {report.problem}
        </p>
      )}
      <Button type="submit" form={formId} size="lg" block busy={report.isBusy}>
        {reportTexts.send}
      </Button>
    </div>
  )
  return (
    <Dialog
      onClose={onClose}
      title={isSent ? reportTexts.sent : reportTitle(person.name)}
      footer={!isSent && foot}
    >
      {isSent ? <Sent onClose={onClose} /> : <ReportForm id={formId} report={report} />}
    </Dialog>
  )
}

function Sent({ onClose }: { onClose: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  // The button that had the focus is gone.
  useEffect(() => button.current?.focus(), [])
  return (
    <div className="grid justify-items-center gap-5">
      <Icon of={CircleCheck} className="size-14 text-success" />
      <p role="status" className="sr-only">
        {reportTexts.sent}
      </p>
      <Button ref={button} block variant="secondary" onClick={onClose}>
        {sharedTexts.close}
      </Button>
    </div>
  )
}

interface ReportDraft {
  reason: ReportReason | null
  note: string
  withMessages: boolean
}

function useReport({ personId, name }: Omit<ReportDialogProps, 'onClose'>, onSent: () => void) {
  const { barId, secret } = useVisit()
  const presence = usePresence(personId)
  const [attempt] = useState(mintId)
  const unmounted = useUnmounted()
  const form = useForm<ReportDraft>({ reason: null, note: '', withMessages: true })
  // The room may keep messages that this page does not list: after "Agora não", or a block by the other.
  const hasProof = presence !== 'left'

  const [report, isBusy] = useAct(
    async ({ note, withMessages }: ReportDraft, reason: ReportReason) => {
      form.refuse({})
      const told = { attempt, personId, reason, note, withMessages: hasProof && withMessages }
      await call(FORM_ENDPOINTS.report, { barId }, told, { secret })
      onSent()
    },
    (error) =>
      unmounted().aborted
        ? toReason(error, name, reportTexts.unsent)
        : form.refuse({ form: toReason(error, name, reportTexts.failed) }),
  )

  function send(): void {
    const { reason, note } = form.values
    if (readText(note, LIMITS.reportNoteText, toParagraphs) === null)
      form.refuse({ note: reportTexts.noteTooLong })
    else if (reason === null) form.refuse({ reason: reportTexts.reasonMissing })
    else void report(form.values, reason)
  }
  const problem = form.problems.reason ?? form.problems.form
  return { detail: DETAILS[presence](name), form, hasProof, isBusy, problem, send }
}

function ReportForm({ id, report }: { id: string; report: ReturnType<typeof useReport> }) {
  const { detail, form, hasProof, isBusy, send } = report
  return (
    <form {...form.props(send)} id={id} className="grid gap-5">
      <p className="-mt-2 text-ink-soft">{detail}</p>
      <RadioTiles
        legend={reportTexts.reason}
        options={REASONS}
        name="reason"
        value={form.values.reason}
        onChange={(reason) => form.change({ reason })}
      />
      <TextArea {...form.field('note')} label={reportTexts.note} rows={3} readOnly={isBusy} />
      {hasProof && (
        <label className="flex min-h-target items-center gap-3">
          <input
            type="checkbox"
            className="size-5 shrink-0"
            name="withMessages"
            checked={form.values.withMessages}
            onChange={(event) => form.change({ withMessages: event.target.checked })}
          />
          <span>{reportTexts.proof}</span>
        </label>
      )}
    </form>
  )
}

type Presence = 'here' | 'ended' | 'left'

const DETAILS: Record<Presence, (name: string) => string> = {
  here: reportDetail,
  ended: reportEndedDetail,
  left: reportLeftDetail,
}

function usePresence(personId: string): Presence {
  const { isAbsent } = usePerson(personId)
  const hasEnded = useRoom((room) => room.endedWith.has(personId))
  if (!isAbsent) return 'here'
  return hasEnded ? 'ended' : 'left'
}

function toReason(error: unknown, name: string, otherwise: string): string {
  switch (error instanceof CodedError ? error.code : null) {
    case 'already_reported':
      return alreadyReported(name)
    case 'person_not_found':
      return reportedLeft(name)
    case 'too_many_reports':
      return reportTexts.tooMany
    case 'not_joined':
      return reportTexts.notJoined
    default:
      return otherwise
  }
}
