import type { FormEvent, ReactNode } from 'react'
import { useState } from 'react'
import type { AdminUser } from '#contract/admin.ts'
import { toEmail } from '#contract/email.ts'
import { CodedError } from '#contract/errors.ts'
import { adminTexts, tooManyTries } from '#contract/texts/admin.ts'
import { teamTexts } from '#contract/texts/team.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { adminUserItem } from './admin-session.ts'
import { EmailField } from './email-field.tsx'
import { findPasswordProblem, NewPasswordField } from './password-field.tsx'

export interface AccountFormProps {
  /** Fields that come before the email. */
  children?: ReactNode
  submitLabel: string
  busyLabel: string
  /** Makes the account and signs in. */
  make: (account: { email: string; password: string }) => Promise<AdminUser>
  /** What a refusal means here; null: `failed`. */
  explain: (error: CodedError, email: string) => string | null
  failed: string
  onMade: (user: AdminUser) => void
}

/** A new account: an email to sign in with, which nobody proves, and a password. */
export function AccountForm(props: AccountFormProps) {
  const { children, submitLabel, busyLabel, make, explain, failed, onMade } = props
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setIsBusy] = useState(false)

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    const typed = toEmail(email)
    const found = {
      email: typed === null ? teamTexts.emailInvalid : null,
      password: findPasswordProblem(password),
    }
    setProblems(found)
    if (typed === null || found.password) return
    setIsBusy(true)
    try {
      const user = await make({ email: typed, password })
      adminUserItem.write(user)
      onMade(user)
    } catch (error) {
      setProblems(readProblems(error, (coded) => explain(coded, typed), failed))
      setIsBusy(false)
    }
  }
  return (
    <form noValidate onSubmit={send} className="grid gap-5">
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
      <Button type="submit" size="lg" block busy={isBusy} busyLabel={busyLabel}>
        {submitLabel}
      </Button>
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
  if (error.code === 'weak_password') return { password: adminTexts.passwordTooCommon }
  if (error.code === 'throttled') return { form: tooManyTries(error.retryAfterSeconds ?? 1) }
  return { form: explain(error) ?? failed }
}
