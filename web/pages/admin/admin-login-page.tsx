import { Navigate, useLocation, useNavigate } from 'react-router'
import type { AdminUser } from '#contract/admin.ts'
import { PAGES } from '#contract/pages.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { pageTitle, sharedTexts } from '#contract/texts/shared.ts'
import { teamTexts } from '#contract/texts/team.ts'
import { homeOf, useSignedIn } from '#web/features/admin-session/admin-session.ts'
import { FirstRunForm } from '#web/features/admin-session/first-run-form.tsx'
import { LoginForm } from '#web/features/admin-session/login-form.tsx'
import {
  DeadLink,
  NewPasswordForm,
  readPasswordToken,
} from '#web/features/admin-session/new-password-form.tsx'
import { LogoPage } from '#web/features/brand/logo-page.tsx'
import { pageData } from '#web/page-data.ts'
import { Banner } from '#web/ui/banner.tsx'
import { TitledCard } from '#web/ui/titled-card.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { useUnmounted } from '#web/ui/use-unmounted.ts'

export function AdminLoginPage() {
  const { productName } = pageData()
  useDocumentTitle(pageTitle(productName, adminTexts.login))
  const navigate = useNavigate()
  const token = readPasswordToken(useLocation().hash)
  // The token is used up: remove it from the URL and the history.
  const goOn = () => navigate(PAGES.adminLogin, { replace: true })
  return (
    <LogoPage productName={productName} subtitle={adminTexts.title}>
      {token === undefined ? <Login /> : <SetPassword key={token} token={token} onSaved={goOn} />}
    </LogoPage>
  )
}

function Login() {
  const navigate = useNavigate()
  const unmounted = useUnmounted()
  const answer = useSignedIn()
  if (answer?.user) return <Navigate to={homeOf(answer.user)} replace />
  const enter = (user: AdminUser) => {
    if (!unmounted().aborted) navigate(homeOf(user), { replace: true })
  }
  if (answer?.firstRun) {
    const isReady = answer.firstRun === 'ready'
    return (
      <TitledCard title={teamTexts.firstRun} hint={isReady ? teamTexts.firstRunHint : undefined}>
        {isReady ? <FirstRunForm onMade={enter} /> : <Banner>{teamTexts.noSecret}</Banner>}
      </TitledCard>
    )
  }
  return (
    <TitledCard title={adminTexts.login} hint={adminTexts.loginHint} hintClass="">
      {answer === null ? (
        <p role="status" className="py-6 text-center text-ink-soft">
          {sharedTexts.loading}
        </p>
      ) : (
        <LoginForm onLoggedIn={enter} />
      )}
    </TitledCard>
  )
}

function SetPassword({ token, onSaved }: { token: string | null; onSaved: () => void }) {
  return (
    <TitledCard title={adminTexts.setPassword}>
      {token === null ? <DeadLink /> : <NewPasswordForm token={token} onSaved={onSaved} />}
    </TitledCard>
  )
}
