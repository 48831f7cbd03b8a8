import { useState } from 'react'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import type { Report, ReportMessage } from '#contract/reports.ts'
import { boardReportTexts } from '#contract/texts/reports-board.ts'
import { adminCall } from '#web/api/admin-call.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { formatAt, TIME } from '#web/ui/format-at.ts'
import { useAct } from '#web/ui/use-act.ts'

interface ReportMessagesProps {
  barId: string
  timeZone: string
  report: Report
  onClose: () => void
}

/** Says first that the press is recorded. The messages are gone from the page with the dialog. */
export function ReportMessages(props: ReportMessagesProps) {
  const { barId, report, onClose } = props
  const [messages, setMessages] = useState<ReportMessage[] | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const [open, isBusy] = useAct(
    async () => {
      setHasFailed(false)
      setMessages(
        await adminCall(ADMIN_ENDPOINTS.readReportMessages, { barId, reportId: report.id }),
      )
    },
    () => setHasFailed(true),
  )
  return (
    <Dialog
      onClose={onClose}
      title={boardReportTexts.messagesTitle}
      footer={
        messages === null && (
          <>
            <Button variant="secondary" onClick={onClose}>
              {boardReportTexts.cancel}
            </Button>
            <Button busy={isBusy} onClick={() => void open()}>
              {boardReportTexts.openMessages}
            </Button>
          </>
        )
      }
    >
      {messages ? (
        <Log {...props} messages={messages} />
      ) : (
        <>
          <p>{boardReportTexts.messagesDetail}</p>
          {hasFailed && (
            <p role="alert" className="text-danger">
              {boardReportTexts.messagesFailed}
            </p>
          )}
        </>
      )}
    </Dialog>
  )
}

function Log({ report, timeZone, messages }: ReportMessagesProps & { messages: ReportMessage[] }) {
  const { evidence } = report
  return (
    <ol className="grid gap-2">
      {messages.map(({ isReporter, text, at }, place) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          key={place}
          className={`grid w-fit max-w-[80%] gap-0.5 rounded-lg px-3 py-2 ${isReporter ? 'justify-self-end bg-glass-wash' : 'bg-sunken'}`}
        >
          <span className="flex flex-wrap items-baseline gap-x-2 text-ink-soft text-sm">
            <span dir="auto" className="min-w-0 truncate font-semibold">
              {isReporter ? evidence?.reporter.name : evidence?.reported.name}
            </span>
            <time dateTime={new Date(at).toISOString()} className="tabular-nums">
              {formatAt(at, TIME, timeZone)}
            </time>
          </span>
          <span dir="auto" className="wrap-anywhere whitespace-pre-line">
            {text}
          </span>
        </li>
      ))}
    </ol>
  )
}
