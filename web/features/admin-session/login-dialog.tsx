import { adminTexts } from '#contract/texts/admin.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { LoginForm } from './login-form.tsx'

export interface LoginDialogProps {
  open: boolean
  email: string
  /** False if the dialog was closed without a login. */
  onAnswer: (hasLoggedIn: boolean) => void
}

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
