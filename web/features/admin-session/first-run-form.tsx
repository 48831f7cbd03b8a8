import type { AdminUser } from '#contract/admin.ts'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { teamTexts } from '#contract/texts/team.ts'
import { call } from '#web/api/call.ts'
import { useForm } from '#web/ui/use-form.ts'
import { AccountForm } from './account-form.tsx'
import { PasswordField } from './password-field.tsx'

/** Makes the first account of a deployment. Requires its setup secret. */
export function FirstRunForm({ onMade }: { onMade: (user: AdminUser) => void }) {
  const { values, field } = useForm({ secret: '' })
  return (
    <AccountForm
      submitLabel={teamTexts.makeAccount}
      busyLabel={teamTexts.makingAccount}
      make={(account) => call(ADMIN_ENDPOINTS.makeFirstAccount, {}, { ...values, ...account })}
      explain={({ code }) => (code === 'wrong_credentials' ? teamTexts.setupSecretWrong : null)}
      failed={teamTexts.makeFailed}
      onMade={onMade}
    >
      <PasswordField
        {...field('secret')}
        label={teamTexts.setupSecret}
        hint={teamTexts.setupSecretHint}
        required
        autoComplete="off"
        enterKeyHint="next"
      />
    </AccountForm>
  )
}
