import Copy from 'lucide:copy'
import { useRef } from 'react'
import { teamTexts } from '#contract/texts/team.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { showError } from '#web/ui/toast/show-error.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { QrCode } from './qr-code.tsx'

/** A link that is good once, to be scanned there and then. */
export interface ShownLink {
  link: string
  kind: 'invitation' | 'password'
}

const TEXTS = {
  invitation: {
    title: teamTexts.invitationTitle,
    hint: teamTexts.invitationHint,
    note: teamTexts.invitationNote,
  },
  password: {
    title: teamTexts.passwordTitle,
    hint: teamTexts.passwordHint,
    note: teamTexts.passwordNote,
  },
}

export function LinkDialog({ shown, onClose }: { shown: ShownLink; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={TEXTS[shown.kind].title}>
      <Content {...shown} />
    </Dialog>
  )
}

function Content({ link, kind }: ShownLink) {
  const text = useRef<HTMLParagraphElement>(null)
  const { hint, note } = TEXTS[kind]

  async function copy(): Promise<void> {
    const isCopied = await copyText(link, text.current)
    if (isCopied) showToast({ title: teamTexts.copied, tone: 'success' })
    else showError(teamTexts.copyFailed)
  }
  return (
    <div className="grid justify-items-center gap-4 text-center">
      <p>{hint}</p>
      <div className="grid place-items-center rounded-xl bg-[#fff] p-1.5 shadow-card">
        <QrCode address={link} label={teamTexts.linkCode} className="size-[min(16rem,60vw)]" />
      </div>
      <p ref={text} className="select-all break-all font-mono text-ink-soft text-sm">
        {link}
      </p>
      <p className="text-ink-soft text-sm">{note}</p>
      <Button block icon={<Icon of={Copy} className="size-5" />} onClick={() => void copy()}>
        {teamTexts.copyLink}
      </Button>
    </div>
  )
}
