import type { FormEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import type { AdminUser } from '#contract/admin.ts'
import { adminSessionSchema } from '#contract/admin.ts'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { CodedError } from '#contract/errors.ts'
import { adminTexts, tooManyTries, welcome } from '#contract/texts/admin.ts'
import { passkeyTexts } from '#contract/texts/passkeys.ts'
import { hasPasskeySupport } from '#web/api/admin-call.ts'
import { call } from '#web/api/call.ts'
import { enterByPasskey } from '#web/api/passkeys.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { useAct } from '#web/ui/use-act.ts'
import { useCountdown } from '#web/ui/use-countdown.ts'
import { adminUserItem } from './admin-session.ts'
import { EmailField } from './email-field.tsx'
import { PasswordField } from './password-field.tsx'
import { Or } from './proof-dialog.tsx'
import { showPasskeyFailure } from './show-passkey-failure.ts'

interface LoginFormProps {
  knownEmail?: string
  /** Nothing but the password is to be typed. */
  focusesPassword?: boolean
  onLoggedIn: (user: AdminUser) => void
}

export function LoginForm({ knownEmail = '', focusesPassword, onLoggedIn }: LoginFormProps) {
  const [email, setEmail] = useState(knownEmail)
  const [password, setPassword] = useState('')
  const passwordField = useRef<HTMLInputElement>(null)
  const { isBusy, waitSeconds, refusal, forget, submit } = useLogin(onLoggedIn)
  const [enterWithPasskey, isAsking] = useAct(
    async () => welcomeUser(await enterByPasskey(), onLoggedIn),
    showPasskeyFailure,
  )
  useEffect(() => {
    if (focusesPassword) passwordField.current?.focus()
  }, [focusesPassword])

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (await submit(email, password)) return
    passwordField.current?.select()
  }
  return (
    <form noValidate onSubmit={send} className="grid gap-5">
      <EmailField
        value={email}
        readOnly={isBusy}
        onType={(typed) => {
          setEmail(typed)
          forget()
        }}
      />
      <PasswordField
        ref={passwordField}
        label={adminTexts.password}
        value={password}
        readOnly={isBusy}
        required
        onChange={(event) => {
          setPassword(event.target.value)
          forget()
        }}
        name="password"
        autoComplete="current-password"
        enterKeyHint="go"
      />
      {waitSeconds > 0 ? (
        <Banner tone="danger">{tooManyTries(waitSeconds)}</Banner>
      ) : (
        refusal && (
          <Banner tone="danger" title={refusal.title}>
            {refusal.description}
          </Banner>
        )
      )}
      <Button type="submit" size="lg" block busy={isBusy} busyLabel={adminTexts.entering}>
        {adminTexts.enter}
      </Button>
      {hasPasskeySupport() && (
        <>
          <Or />
          <Button variant="secondary" block busy={isAsking} onClick={() => void enterWithPasskey()}>
            {passkeyTexts.enter}
          </Button>
        </>
      )}
    </form>
  )
}

function useLogin(onLoggedIn: (user: AdminUser) => void) {
  const { seconds, start } = useCountdown()
  const [refusal, setRefusal] = useState<LoginRefusal | null>(null)

  function announce({ title, description }: LoginRefusal): false {
    showToast({ title, description, tone: 'destructive' })
    return false
  }
  function refuse(refused: LoginRefusal): false {
    setRefusal(refused)
    return announce(refused)
  }

  const [logIn, isBusy] = useAct(
    async (email: string, password: string) => {
      setRefusal(null)
      const answer = await call(ADMIN_ENDPOINTS.logIn, {}, { email, password })
      const { user, refusal } = readLoginAnswer(answer)
      if (refusal) return refuse(refusal)
      welcomeUser(user, onLoggedIn)
      return true
    },
    (error) => {
      const wait = error instanceof CodedError && error.retryAfterSeconds
      const refused = toLoginRefusal(error)
      if (!wait) return void refuse(refused)
      // The countdown says it as long as it is true.
      start(wait)
      announce(refused)
    },
  )

  async function submit(email: string, password: string): Promise<boolean> {
    if (email.trim() === '' || password === '') return false
    if (seconds > 0) {
      return announce({
        title: adminTexts.authenticationError,
        description: tooManyTries(seconds),
      })
    }
    return (await logIn(email, password)) ?? false
  }

  const forget = () => setRefusal(null)
  return { isBusy, waitSeconds: seconds, refusal, forget, submit }
}

function welcomeUser(user: AdminUser, onLoggedIn: (user: AdminUser) => void): void {
  adminUserItem.write(user)
  showToast({ title: adminTexts.loggedIn, description: welcome(user.email), tone: 'success' })
  onLoggedIn(user)
}

interface LoginRefusal {
  title: string
  description: string
}

function readLoginAnswer(
  answer: unknown,
): { user: AdminUser; refusal?: never } | { user?: never; refusal: LoginRefusal } {
  const { authenticationError: title } = adminTexts
  if (typeof answer !== 'object' || answer === null) {
    return { refusal: { title, description: adminTexts.invalidAnswer } }
  }
  const { success, output } = v.safeParse(adminSessionSchema, answer)
  if (!success) return { refusal: { title, description: adminTexts.noUser } }
  return { user: output.user }
}

function toLoginRefusal(error: unknown): LoginRefusal {
  const { authenticationError: title } = adminTexts
  if (!(error instanceof CodedError)) return { title, description: adminTexts.loginFailed }
  switch (error.code) {
    case 'wrong_credentials':
      return { title: adminTexts.wrongCredentials, description: adminTexts.wrongCredentialsDetail }
    case 'throttled':
      return { title, description: tooManyTries(error.retryAfterSeconds ?? 1) }
    default:
      return { title, description: adminTexts.authenticationErrorDetail }
  }
}

interface LoginDialogProps {
  email: string
  /** False if the dialog was closed without a login. */
  onAnswer: (hasLoggedIn: boolean) => void
}

export function LoginDialog({ email, onAnswer }: LoginDialogProps) {
  return (
    <Dialog onClose={() => onAnswer(false)} title={adminTexts.sessionEnded}>
      <p className="text-ink-soft">{adminTexts.sessionEndedDetail}</p>
      <LoginForm focusesPassword knownEmail={email} onLoggedIn={() => onAnswer(true)} />
    </Dialog>
  )
}
