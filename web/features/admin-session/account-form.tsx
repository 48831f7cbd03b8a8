import type { FormEvent, ReactNode } from 'react'
import { useState } from 'react'
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
import { adminUserItem } from './admin-session.ts'
import { EmailField } from './email-field.tsx'
import { explainWeakness, findPasswordProblem, NewPasswordField } from './password-field.tsx'
import { Or } from './proof-dialog.tsx'

export interface AccountFormProps {
  /** Fields that come before the email. */
  children?: ReactNode
  submitLabel: string
  busyLabel: string
  /** Makes the account and signs in. */
  make: (account: { email: string; password: string }) => Promise<AdminSession>
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
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const refuse = (error: unknown, typed: string, unexplained: string) =>
    setProblems(readProblems(error, (coded) => explain(coded, typed), unexplained))
  const [send, isMaking] = useAct(
    async (typed: string) => enter(await make({ email: typed, password })),
    (error, typed) => refuse(error, typed, failed),
  )
  const [sendByPasskey, isAsking] = useAct(
    async (typed: string) => makeByPasskey && enter(await makeByPasskey(typed)),
    (error, typed) => refuse(error, typed, passkeyTexts.addFailed),
  )
  const isBusy = isMaking || isAsking

  function enter({ user }: AdminSession): Promise<never> {
    adminUserItem.write(user)
    onMade(user)
    return untilPageIsLeft()
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (isBusy) return
    const typed = toEmail(email)
    const found = {
      email: typed === null ? teamTexts.emailInvalid : null,
      password: findPasswordProblem(password),
    }
    setProblems(found)
    if (typed !== null && !found.password) void send(typed)
  }

  function pressPasskey(): void {
    if (isBusy) return
    const typed = toEmail(email)
    setProblems({ email: typed === null ? teamTexts.emailInvalid : null })
    if (typed !== null) void sendByPasskey(typed)
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {children}
      <EmailField error={problems.email} value={email} readOnly={isBusy} onType={setEmail} />
      <NewPasswordField
        error={problems.password}
        value={password}
        readOnly={isBusy}
        onChange={(event) => setPassword(event.target.value)}
        enterKeyHint="go"
      />
      {problems.form && (
        <Banner tone="danger" live>
          {problems.form}
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

interface Problems {
  email?: string | null
  password?: string | null
  form?: string | null
}

function readProblems(
  error: unknown,
  explain: (error: CodedError) => string | null,
  failed: string,
): Problems {
  if (!(error instanceof CodedError)) return { form: failed }
  const weakness = explainWeakness(error)
  if (weakness) return { password: weakness }
  if (error.code === 'throttled') return { form: tooManyTries(error.retryAfterSeconds ?? 1) }
  return { form: explain(error) ?? failed }
}
