import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { accountTexts } from '#contract/texts/account.ts'
import { passkeyTexts } from '#contract/texts/passkeys.ts'
import { pageTitle } from '#contract/texts/shared.ts'
import { adminCall } from '#web/api/admin-call.ts'
import { addPasskey } from '#web/api/passkeys.ts'
import { ChangePasswordForm } from '#web/features/admin-session/change-password-form.tsx'
import { PasskeysList } from '#web/features/admin-session/passkeys-list.tsx'
import { SessionsList } from '#web/features/admin-session/sessions-list.tsx'
import { pageData } from '#web/page-data.ts'
import { Page } from '#web/ui/page.tsx'
import { TitledCard } from '#web/ui/titled-card.tsx'
import { useAsked } from '#web/ui/use-asked.ts'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { BackHeader, Loaded } from './admin-frame.tsx'
import { useAdmin } from './use-admin.ts'

export function AccountPage() {
  const { productName } = pageData()
  useDocumentTitle(pageTitle(productName, accountTexts.title))
  const { user } = useAdmin()
  const sessions = useAsked(() => adminCall(ADMIN_ENDPOINTS.listSessions, {}))
  const passkeys = useAsked(() => adminCall(ADMIN_ENDPOINTS.listPasskeys, {}))
  const hasPassword = passkeys.value?.hasPassword ?? true
  return (
    <Page
      width="broad"
      className="gap-5 lg:grid lg:grid-cols-2 lg:content-start lg:items-start"
      header={<BackHeader title={accountTexts.title} subtitle={user.email} />}
    >
      <TitledCard
        title={accountTexts.changePassword}
        hint={hasPassword ? accountTexts.changePasswordHint : undefined}
      >
        {hasPassword ? (
          <ChangePasswordForm email={user.email} onChanged={() => void sessions.ask()} />
        ) : (
          <p className="text-ink-soft">{accountTexts.noPassword}</p>
        )}
      </TitledCard>
      <TitledCard title={passkeyTexts.title} hint={passkeyTexts.hint}>
        <Loaded asked={passkeys} skeleton={['h-19']} failed={passkeyTexts.loadFailed}>
          {({ passkeys: known }) => (
            <PasskeysList
              passkeys={known}
              add={() => addPasskey({ ...user, productName, known })}
              onChanged={passkeys.ask}
            />
          )}
        </Loaded>
      </TitledCard>
      <TitledCard title={accountTexts.sessions} hint={accountTexts.sessionsHint}>
        <Loaded asked={sessions} skeleton={['h-19']} failed={accountTexts.loadFailed}>
          {(list) => <SessionsList sessions={list.sessions} onChanged={sessions.ask} />}
        </Loaded>
      </TitledCard>
    </Page>
  )
}
