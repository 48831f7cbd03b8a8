import { useEffect, useRef } from 'react'
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
import { useForm } from '#web/ui/use-form.ts'
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
  const form = useForm({ email: knownEmail, password: '' })
  const passwordField = useRef<HTMLInputElement>(null)
  const refuse = () => form.refuse({ form: adminTexts.wrongCredentialsMark })
  const { isBusy, waitSeconds, submit } = useLogin(onLoggedIn, refuse)
  const [enterWithPasskey, isAsking] = useAct(
    async () => welcomeUser(await enterByPasskey(), onLoggedIn),
    showPasskeyFailure,
  )
  useEffect(() => {
    if (focusesPassword) passwordField.current?.focus()
  }, [focusesPassword])

  async function send(): Promise<void> {
    form.refuse({})
    if (await submit(form.values)) return
    passwordField.current?.select()
  }
  return (
    <form {...form.props(send)} className="grid gap-5">
      <EmailField {...form.field('email')} readOnly={isBusy} />
      <PasswordField
        {...form.field('password')}
        ref={passwordField}
        label={adminTexts.password}
        error={form.problems.form}
        readOnly={isBusy}
        required
        autoComplete="current-password"
        enterKeyHint="go"
      />
      {waitSeconds > 0 && <Banner tone="danger">{tooManyTries(waitSeconds)}</Banner>}
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

interface Credentials {
  email: string
  password: string
}

function useLogin(onLoggedIn: (user: AdminUser) => void, refuse: () => void) {
  const { seconds, start } = useCountdown()

  function announce(description: string): false {
    showToast({ title: adminTexts.authenticationError, description, tone: 'destructive' })
    return false
  }

  const [logIn, isBusy] = useAct(
    async (credentials: Credentials) => {
      const answer = await call(ADMIN_ENDPOINTS.logIn, {}, credentials)
      if (typeof answer !== 'object' || answer === null) return announce(adminTexts.invalidAnswer)
      const { success, output } = v.safeParse(adminSessionSchema, answer)
      if (!success) return announce(adminTexts.noUser)
      welcomeUser(output.user, onLoggedIn)
      return true
    },
    (error) => {
      if (!(error instanceof CodedError)) announce(adminTexts.loginFailed)
      else if (error.code === 'wrong_credentials') {
        refuse()
        const { wrongCredentials: title, wrongCredentialsDetail: description } = adminTexts
        showToast({ title, description })
      } else if (error.retryAfterSeconds) {
        // The countdown says it as long as it is true.
        start(error.retryAfterSeconds)
        announce(tooManyTries(error.retryAfterSeconds))
      } else announce(adminTexts.authenticationErrorDetail)
    },
  )

  async function submit(credentials: Credentials): Promise<boolean> {
    if (credentials.email.trim() === '' || credentials.password === '') return false
    if (seconds > 0) return announce(tooManyTries(seconds))
    return (await logIn(credentials)) ?? false
  }

  return { isBusy, waitSeconds: seconds, submit }
}

function welcomeUser(user: AdminUser, onLoggedIn: (user: AdminUser) => void): void {
  adminUserItem.write(user)
  showToast({ title: adminTexts.loggedIn, description: welcome(user.email), tone: 'success' })
  onLoggedIn(user)
}

interface LoginDialogProps {
  /** Empty: to be typed too. */
  email: string
  /** False if the dialog was closed without a login. */
  onAnswer: (hasLoggedIn: boolean) => void
}

export function LoginDialog({ email, onAnswer }: LoginDialogProps) {
  return (
    <Dialog onClose={() => onAnswer(false)} title={adminTexts.sessionEnded}>
      <p className="text-ink-soft">{adminTexts.sessionEndedDetail}</p>
      <LoginForm
        focusesPassword={email !== ''}
        knownEmail={email}
        onLoggedIn={() => onAnswer(true)}
      />
    </Dialog>
  )
}
