import { useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { PAGES } from '#contract/paths.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { pageTitle, sharedTexts } from '#contract/texts/shared.ts'
import { useSignedIn } from '#web/features/admin-session/admin-session.ts'
import { LoginForm } from '#web/features/admin-session/login-form.tsx'
import {
  DeadLink,
  NewPasswordForm,
  readPasswordToken,
} from '#web/features/admin-session/new-password-form.tsx'
import { LogoPage } from '#web/features/brand/logo-page.tsx'
import { pageData } from '#web/page-data.ts'
import { TitledCard } from '#web/ui/titled-card.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'

export function AdminLoginPage() {
  const { productName } = pageData()
  useDocumentTitle(pageTitle(productName, adminTexts.login))
  const navigate = useNavigate()
  const [token, setToken] = useState(readPasswordToken(useLocation().hash))

  const goOn = () => {
    // The token is used up: remove it from the URL and the history.
    navigate(PAGES.adminLogin, { replace: true })
    setToken(undefined)
  }
  return (
    <LogoPage productName={productName} subtitle={adminTexts.title}>
      {token === undefined ? <Login /> : <SetPassword token={token} onSaved={goOn} />}
    </LogoPage>
  )
}

function Login() {
  const navigate = useNavigate()
  const isSignedIn = useSignedIn()
  if (isSignedIn) return <Navigate to={PAGES.admin} replace />
  return (
    <TitledCard title={adminTexts.login} hint={adminTexts.loginHint} hintClass="">
      {isSignedIn === null ? (
        <p role="status" className="py-6 text-center text-ink-soft">
          {sharedTexts.loading}
        </p>
      ) : (
        <LoginForm onLoggedIn={() => navigate(PAGES.admin, { replace: true })} />
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
