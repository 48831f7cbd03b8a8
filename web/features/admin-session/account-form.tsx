import type { ReactNode } from 'react'
import type { AdminSession, AdminUser } from '#contract/admin.ts'
import { toEmail } from '#contract/email.ts'
import { CodedError } from '#contract/errors.ts'
import { tooManyTries } from '#contract/texts/admin.ts'
import { passkeyTexts } from '#contract/texts/passkeys.ts'
import { teamTexts } from '#contract/texts/team.ts'
import { hasPasskeySupport } from '#web/api/admin-call.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { untilPageIsLeft, useAct } from '#web/ui/use-act.ts'
import type { Problems } from '#web/ui/use-form.ts'
import { useForm } from '#web/ui/use-form.ts'
import { adminUserItem } from './admin-session.ts'
import { EmailField } from './email-field.tsx'
import { explainWeakness, findPasswordProblem, NewPasswordField } from './password-field.tsx'
import { Or } from './proof-dialog.tsx'

interface Account {
  email: string
  password: string
}

export interface AccountFormProps {
  /** Fields that come before the email. */
  children?: ReactNode
  submitLabel: string
  busyLabel: string
  /** Makes the account and signs in. */
  make: (account: Account) => Promise<AdminSession>
  /** The same with a passkey and no password. */
  makeByPasskey?: (email: string) => Promise<AdminSession>
  /** Words for a refusal. Null shows `failed`. */
  explain: (error: CodedError, email: string) => string | null
  failed: string
  onMade: (user: AdminUser) => void
}

/** A new account: an email to sign in with, which nobody proves, and a password or a passkey. */
export function AccountForm(props: AccountFormProps) {
  const { children, submitLabel, busyLabel, make, makeByPasskey, explain, failed, onMade } = props
  const form = useForm({ email: '', password: '' })
  const { password } = form.values
  const email = toEmail(form.values.email)
  const refuse = (error: unknown, sent: string, unexplained: string) =>
    form.refuse(readProblems(error, (coded) => explain(coded, sent), unexplained))
  const [send, isMaking] = useAct(
    async (email: string) => enter(await make({ email, password })),
    (error, sent) => refuse(error, sent, failed),
  )
  const [sendByPasskey, isAsking] = useAct(
    async (email: string) => makeByPasskey && enter(await makeByPasskey(email)),
    (error, sent) => refuse(error, sent, passkeyTexts.addFailed),
  )
  const isBusy = isMaking || isAsking

  function enter({ user }: AdminSession): Promise<never> {
    adminUserItem.write(user)
    onMade(user)
    return untilPageIsLeft()
  }

  const emailProblem = email === null ? teamTexts.emailInvalid : null

  function submit(): void {
    if (isBusy) return
    const passwordProblem = findPasswordProblem(password)
    form.refuse({ email: emailProblem, password: passwordProblem })
    if (email !== null && !passwordProblem) void send(email)
  }

  function pressPasskey(): void {
    if (isBusy) return
    form.refuse({ email: emailProblem })
    if (email !== null) void sendByPasskey(email)
  }
  return (
    <form {...form.props(submit)} className="grid gap-5">
      {children}
      <EmailField {...form.field('email')} readOnly={isBusy} />
      <NewPasswordField {...form.field('password')} readOnly={isBusy} enterKeyHint="go" />
      {form.problems.form && (
        <Banner tone="danger" live>
          {form.problems.form}
        </Banner>
      )}
      <Button type="submit" size="lg" block busy={isMaking} busyLabel={busyLabel}>
        {submitLabel}
      </Button>
      {makeByPasskey && hasPasskeySupport() && (
        <>
          <Or />
          <Button variant="secondary" block busy={isAsking} onClick={pressPasskey}>
            {teamTexts.joinByPasskey}
          </Button>
          <p className="-mt-3 text-center text-ink-soft text-sm">{passkeyTexts.hint}</p>
        </>
      )}
    </form>
  )
}

function readProblems(
  error: unknown,
  explain: (error: CodedError) => string | null,
  failed: string,
): Problems<Account> {
  if (!(error instanceof CodedError)) return { form: failed }
  const weakness = explainWeakness(error)
  if (weakness) return { password: weakness }
  if (error.code === 'throttled') return { form: tooManyTries(error.retryAfterSeconds ?? 1) }
  return { form: explain(error) ?? failed }
}
