import { adminTexts } from '#contract/texts/admin.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { LoginForm } from './login-form.tsx'

export interface LoginDialogProps {
  open: boolean
  email: string
  /** True when somebody has logged in, false when the dialog was closed. */
  onAnswer: (hasLoggedIn: boolean) => void
}

/** The session ended under a page that holds unsaved work: everything stays where it is. */
export function LoginDialog({ open, email, onAnswer }: LoginDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={() => onAnswer(false)}
      title={adminTexts.sessionEnded}
      closeLabel={sharedTexts.close}
    >
      <p className="text-ink-soft">{adminTexts.sessionEndedDetail}</p>
      <LoginForm knownEmail={email} onLoggedIn={() => onAnswer(true)} />
    </Dialog>
  )
}
