import { useRef } from 'react'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { CodedError } from '#contract/errors.ts'
import type { OwnPasskey } from '#contract/passkeys.ts'
import { tooManyTries } from '#contract/texts/admin.ts'
import { passkeyTexts } from '#contract/texts/passkeys.ts'
import { call } from '#web/api/call.ts'
import { proveByPasskey } from '#web/api/passkeys.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { useForm } from '#web/ui/use-form.ts'
import { PasswordField } from './password-field.tsx'
import { showPasskeyFailure } from './show-passkey-failure.ts'

export interface ProofDialogProps {
  email: string
  passkeys: readonly OwnPasskey[]
  /** False if the dialog was closed without a proof. */
  onAnswer: (isProven: boolean) => void
}

/** Asks for a passkey or the password again, and says nothing of what it is for: the page knows. */
export function ProofDialog({ onAnswer, ...props }: ProofDialogProps) {
  return (
    <Dialog onClose={() => onAnswer(false)} title={passkeyTexts.proofTitle}>
      <p className="text-ink-soft">{passkeyTexts.proofHint}</p>
      <ProofForm {...props} onProven={() => onAnswer(true)} />
    </Dialog>
  )
}

interface ProofFormProps extends Pick<ProofDialogProps, 'email' | 'passkeys'> {
  onProven: () => void
}

function ProofForm({ email, passkeys, onProven }: ProofFormProps) {
  const form = useForm({ password: '' })
  const field = useRef<HTMLInputElement>(null)

  function refuse(wrong: string): void {
    form.refuse({ password: wrong })
    field.current?.select()
  }
  const [prove, isBusy] = useAct(
    async () => {
      await call(ADMIN_ENDPOINTS.prove, {}, form.values)
      onProven()
    },
    (error) => refuse(explain(error)),
  )
  const [proveWithPasskey, isAsking] = useAct(async () => {
    await proveByPasskey(passkeys)
    onProven()
  }, showPasskeyFailure)

  function send(): void {
    if (form.values.password === '') refuse(passkeyTexts.proofMissing)
    else void prove()
  }
  const hasPasskeys = passkeys.length > 0
  return (
    <form {...form.props(send)} className="grid gap-5">
      {hasPasskeys && (
        <>
          <Button size="lg" block busy={isAsking} onClick={() => void proveWithPasskey()}>
            {passkeyTexts.proofByPasskey}
          </Button>
          <Or />
        </>
      )}
      {/* Tells password managers whose password this is. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...form.field('password')}
        ref={field}
        label={passkeyTexts.proofPassword}
        readOnly={isBusy}
        required
        autoComplete="current-password"
        enterKeyHint="go"
      />
      <Button
        type="submit"
        size="lg"
        block
        variant={hasPasskeys ? 'secondary' : 'primary'}
        busy={isBusy}
      >
        {passkeyTexts.proofSubmit}
      </Button>
    </form>
  )
}

/** Between two ways that lead to the same place. */
export function Or() {
  return <p className="text-center text-ink-soft text-sm">{passkeyTexts.or}</p>
}

function explain(error: unknown): string {
  if (!(error instanceof CodedError)) return passkeyTexts.proofFailed
  if (error.code === 'wrong_credentials') return passkeyTexts.proofWrong
  const { retryAfterSeconds } = error
  return retryAfterSeconds ? tooManyTries(retryAfterSeconds) : passkeyTexts.proofFailed
}
