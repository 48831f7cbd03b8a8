import type { FormEvent } from 'react'
import { useRef, useState } from 'react'
import type { AdminUser } from '#contract/admin.ts'
import { LIMITS } from '#contract/limits.ts'
import { adminTexts, tooManyTries } from '#contract/texts/admin.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { PasswordField } from './password-field.tsx'
import { useLogin } from './use-login.ts'

export interface LoginFormProps {
  knownEmail?: string
  onLoggedIn: (user: AdminUser) => void
}

export function LoginForm({ knownEmail = '', onLoggedIn }: LoginFormProps) {
  const [email, setEmail] = useState(knownEmail)
  const [password, setPassword] = useState('')
  const passwordField = useRef<HTMLInputElement>(null)
  const { isBusy, waitSeconds, submit } = useLogin(onLoggedIn)

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (await submit(email, password)) return
    passwordField.current?.select()
  }

  return (
    <form noValidate onSubmit={send} className="grid gap-5">
      <TextField
        type="email"
        label={adminTexts.email}
        placeholder={adminTexts.emailPlaceholder}
        value={email}
        readOnly={isBusy}
        required
        onChange={(event) => setEmail(event.target.value)}
        name="email"
        maxLength={LIMITS.emailCharacters}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
      />
      <PasswordField
        ref={passwordField}
        label={adminTexts.password}
        value={password}
        readOnly={isBusy}
        required
        onChange={(event) => setPassword(event.target.value)}
        name="password"
        autoComplete="current-password"
        enterKeyHint="go"
      />
      {waitSeconds > 0 && <Banner tone="danger">{tooManyTries(waitSeconds)}</Banner>}
      <Button type="submit" size="lg" block busy={isBusy} busyLabel={adminTexts.entering}>
        {adminTexts.enter}
      </Button>
    </form>
  )
}
