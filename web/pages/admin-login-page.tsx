import { ArrowLeft } from 'lucide'
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
import { Layout } from '#web/features/brand/layout.tsx'
import { Logo } from '#web/features/brand/logo.tsx'
import { pageData } from '#web/page-data.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Icon } from '#web/ui/icon.tsx'
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
    <Layout className="justify-center gap-6">
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-2 text-center">
        <h1 className="w-full max-w-62">
          <Logo name={productName} className="w-full" />
        </h1>
        <p className="text-ink-soft text-lg">{adminTexts.title}</p>
      </div>
      {token === undefined ? <Login /> : <SetPassword token={token} onSaved={goOn} />}
      <ButtonLink
        to={PAGES.landing}
        variant="quiet"
        className="self-center"
        icon={<Icon of={ArrowLeft} className="size-5" />}
      >
        {sharedTexts.backToHome}
      </ButtonLink>
    </Layout>
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
