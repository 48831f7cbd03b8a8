import Phone from 'lucide:phone'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { HelpKind } from '#contract/help.ts'
import { AMBULANCE_NUMBER, EMERGENCY_NUMBERS, HELP_KINDS } from '#contract/help.ts'
import { emergencyNames, helpKinds, helpMeanwhile, helpTexts } from '#contract/texts/help.ts'
import { useRoom } from '#web/socket/use-room.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { useUnmounted } from '#web/ui/use-unmounted.ts'
import type { HelpCall } from './use-help-call.ts'

export interface HelpDialogProps {
  help: HelpCall
  onClose: () => void
}

/** "Preciso de ajuda". Nothing in it looks like an alarm: somebody may look over the shoulder. */
export function HelpDialog({ help, onClose }: HelpDialogProps) {
  const unmounted = useUnmounted()
  const close = () => {
    // Whoever closes it has read it.
    if (help.phase === 'resolved') void help.withdraw().catch(() => undefined)
    onClose()
  }
  return (
    <Dialog onClose={close} title={helpTexts.title}>
      <div className="grid grid-cols-1 gap-5">
        <Answer help={help} onFine={() => unmounted().aborted || onClose()} />
      </div>
    </Dialog>
  )
}

function Answer({ help, onFine }: { help: HelpCall; onFine: () => void }) {
  const { phase, kind } = help
  const hasNeverJoined = useRoom((room) => room.you === null)
  if (phase === 'none' || !kind) return <Kinds onCall={help.call} />
  if (phase === 'resolved') {
    return (
      <>
        <State title={helpTexts.resolved}>{helpTexts.resolvedDetail}</State>
        <p className="font-semibold">{helpTexts.still}</p>
        <Kinds onCall={help.call} isAgain />
      </>
    )
  }
  return (
    <>
      <Progress phase={phase} kind={kind} />
      {(phase !== 'sending' || hasNeverJoined) && (
        <Numbers
          kind={kind}
          isUrgent={phase === 'unseen' || phase === 'unsent' || phase === 'sending'}
        />
      )}
      <Fine help={help} onFine={onFine} />
    </>
  )
}

function Kinds({ onCall, isAgain = false }: { onCall: HelpCall['call']; isAgain?: boolean }) {
  return (
    <div className="grid grid-cols-1 gap-3">
      {!isAgain && <p className="font-semibold">{helpTexts.question}</p>}
      {HELP_KINDS.map((kind) => (
        <Button key={kind} variant="secondary" block onClick={() => onCall(kind)}>
          {helpKinds[kind]}
        </Button>
      ))}
      <p className="text-ink-soft text-sm">{helpTexts.whoReads}</p>
      <CallLink number={EMERGENCY_NUMBERS[0]}>{helpTexts.ifStaff}</CallLink>
    </div>
  )
}

function Progress({ phase, kind }: { phase: HelpCall['phase']; kind: HelpKind }) {
  switch (phase) {
    case 'told':
      return <State title={helpTexts.told}>{helpMeanwhile[kind]}</State>
    case 'coming':
      return <State title={helpTexts.coming}>{helpTexts.comingDetail}</State>
    case 'unanswered':
      return <State title={helpTexts.unanswered}>{helpTexts.unansweredDetail}</State>
    case 'unseen':
      return <State title={helpTexts.unseen}>{helpTexts.unseenDetail}</State>
    case 'unsent':
      return <State title={helpTexts.unsent}>{helpTexts.unsentDetail}</State>
    default:
      return <State title={helpTexts.sending}>{helpMeanwhile[kind]}</State>
  }
}

function State({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="status" className="grid grid-cols-1 gap-1">
      <p className="font-semibold text-lg">{title}</p>
      <p className="text-ink-soft">{children}</p>
    </div>
  )
}

/** Ways that need neither the page nor the staff. */
function Numbers({ kind, isUrgent }: { kind: HelpKind; isUrgent: boolean }) {
  const numbers =
    kind === 'unwell' ? ([AMBULANCE_NUMBER, ...EMERGENCY_NUMBERS] as const) : EMERGENCY_NUMBERS
  return (
    <div className="grid grid-cols-1 gap-2">
      {isUrgent ? (
        <p>
          <span className="font-semibold">{helpTexts.counter}</span> <span>{helpTexts.orCall}</span>
        </p>
      ) : (
        <p className="text-ink-soft">{helpTexts.callIfWorse}</p>
      )}
      <ul className="grid grid-cols-1 gap-2">
        {numbers.map((number) => (
          <li key={number}>
            <CallLink number={number}>
              <span className="whitespace-nowrap font-semibold text-xl tabular-nums">{number}</span>
              <span className="min-w-0 text-ink-soft">{emergencyNames[number]}</span>
            </CallLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

function CallLink({ number, children }: { number: string; children: ReactNode }) {
  return (
    <a
      href={`tel:${number}`}
      className="flex min-h-14 items-center gap-3 rounded-lg border border-edge px-4 py-2 text-ink hover:bg-hover"
    >
      <Icon of={Phone} className="size-5 shrink-0 text-ink-soft" />
      <span className="wrap-anywhere flex min-w-0 flex-wrap items-center gap-x-3">{children}</span>
    </a>
  )
}

function Fine({ help, onFine }: { help: HelpCall; onFine: () => void }) {
  const [hasFailed, setHasFailed] = useState(false)
  const unmounted = useUnmounted()
  const [press, isBusy] = useAct(
    async () => {
      setHasFailed(false)
      await help.withdraw()
      onFine()
    },
    () => (unmounted().aborted ? helpTexts.fineFailed : setHasFailed(true)),
  )
  return (
    <div className="grid grid-cols-1 gap-2 border-line border-t pt-4">
      <Button variant="secondary" block busy={isBusy} onClick={() => void press()}>
        {helpTexts.fine}
      </Button>
      {hasFailed && (
        <p role="alert" className="text-ink-soft text-sm">
          {helpTexts.fineFailed}
        </p>
      )}
    </div>
  )
}
