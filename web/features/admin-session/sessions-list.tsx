import type { OwnSession } from '#contract/admin-account.ts'
import { accountTexts, deviceName, endLabel, sessionTimes } from '#contract/texts/account.ts'
import { endSession } from '#web/api/sessions.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { DATE_AND_TIME } from '#web/ui/date-forms.ts'
import { formatAt } from '#web/ui/format-at.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { useAct } from '#web/ui/use-act.ts'

export interface SessionsListProps {
  sessions: readonly OwnSession[]
  onChanged: () => Promise<unknown>
}

/** The current session has no button: "Sair" ends it. */
export function SessionsList({ sessions, onChanged }: SessionsListProps) {
  async function end(ids: string[]): Promise<void> {
    try {
      await Promise.all(ids.map(endSession))
      const title = ids.length > 1 ? accountTexts.othersEnded : accountTexts.ended
      showToast({ title, tone: 'success' })
    } finally {
      await onChanged()
    }
  }
  const others = sessions.filter(({ isCurrent }) => !isCurrent).map(({ id }) => id)
  const [endOthers, isEnding] = useAct(() => end(others), accountTexts.endFailed)
  return (
    <div className="grid gap-4">
      <ul aria-label={accountTexts.sessions} className="grid gap-3">
        {sessions.map((session) => (
          <Session key={session.id} session={session} onEnd={() => end([session.id])} />
        ))}
      </ul>
      {others.length > 1 && (
        <Button
          variant="secondary"
          className="justify-self-start"
          busy={isEnding}
          onClick={() => void endOthers()}
        >
          {accountTexts.endOthers}
        </Button>
      )}
    </div>
  )
}

interface SessionProps {
  session: OwnSession
  onEnd: () => Promise<void>
}

function Session({ session, onEnd }: SessionProps) {
  const [endThis, isEnding] = useAct(onEnd, accountTexts.endFailed)
  const { browser, system, createdAt, lastUsedAt, openedBy, isCurrent } = session
  const device = deviceName(browser, system)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-sunken px-4 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          <span>{device}</span>
          {isCurrent && <Badge tone="glass">{accountTexts.current}</Badge>}
        </p>
        <p className="text-ink-soft text-sm tabular-nums">
          {sessionTimes(
            formatAt(lastUsedAt, DATE_AND_TIME),
            formatAt(createdAt, DATE_AND_TIME),
            openedBy,
          )}
        </p>
      </div>
      {!isCurrent && (
        <Button
          variant="secondary"
          aria-label={endLabel(device)}
          busy={isEnding}
          onClick={() => void endThis()}
        >
          {accountTexts.end}
        </Button>
      )}
    </li>
  )
}
