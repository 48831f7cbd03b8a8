import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import * as v from 'valibot'
import type { AdminUser } from '#contract/admin.ts'
import { linkTokenSchema } from '#contract/admin.ts'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { hasCode } from '#contract/errors.ts'
import { PAGES } from '#contract/pages.ts'
import type { OpenedInvitation } from '#contract/team.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { pageTitle, sharedTexts } from '#contract/texts/shared.ts'
import { invitedTo, joinAs, joinedBar, teamTexts } from '#contract/texts/team.ts'
import { call, unless } from '#web/api/call.ts'
import { joinByPasskey } from '#web/api/passkeys.ts'
import { AccountForm } from '#web/features/admin-session/account-form.tsx'
import { adminUserItem, useSignedIn } from '#web/features/admin-session/admin-session.ts'
import { LoginForm } from '#web/features/admin-session/login-form.tsx'
import { LogoPage } from '#web/features/brand/logo-page.tsx'
import { pageData } from '#web/page-data.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { TitledCard } from '#web/ui/titled-card.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { untilPageIsLeft, useAct } from '#web/ui/use-act.ts'
import { useAsked } from '#web/ui/use-asked.ts'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { useUnmounted } from '#web/ui/use-unmounted.ts'

/** A link of a bar opens this page: the token stands after `#`, where no server log sees it. */
export function JoiningPage() {
  const { productName } = pageData()
  useDocumentTitle(pageTitle(productName, teamTexts.joinTitle))
  const token = useLocation().hash.slice(1)
  return (
    <LogoPage productName={productName} subtitle={teamTexts.joinTitle}>
      <Invitation key={token} token={token} />
    </LogoPage>
  )
}

function Invitation({ token }: { token: string }) {
  const isToken = v.is(linkTokenSchema, token)
  // Null for a link that is used up or expired.
  const open = () => unless('link_expired', call(ADMIN_ENDPOINTS.openInvitation, {}, { token }))
  const asked = useAsked(open, { key: isToken ? token : null, again: true })
  const { value: invitation, hasFailed, reload } = asked
  if (!isToken || invitation === null) {
    return (
      <Banner tone="danger" live>
        {teamTexts.deadLink}
      </Banner>
    )
  }
  if (hasFailed) {
    return (
      <Banner
        tone="danger"
        live
        action={
          <Button variant="secondary" onClick={reload}>
            {adminTexts.tryAgain}
          </Button>
        }
      >
        {teamTexts.openFailed}
      </Banner>
    )
  }
  if (!invitation) {
    return (
      <p role="status" className="py-6 text-center text-ink-soft">
        {sharedTexts.loading}
      </p>
    )
  }
  return <Joining token={token} invitation={invitation} />
}

function explain(error: unknown): string | null {
  return hasCode(error, 'link_expired') ? teamTexts.deadLink : null
}

type Way = 'signedIn' | 'new' | 'login'

function Joining({ token, invitation }: { token: string; invitation: OpenedInvitation }) {
  const navigate = useNavigate()
  const unmounted = useUnmounted()
  const answer = useSignedIn()
  const [chosen, setChosen] = useState<Way | null>(null)
  const [takenEmail, setTakenEmail] = useState('')
  const { barName, role } = invitation

  function finish(user: AdminUser): void {
    adminUserItem.write(user)
    const { joined: title } = teamTexts
    showToast({ title, description: joinedBar(barName), tone: 'success' })
    if (!unmounted().aborted) navigate(PAGES.monitor, { replace: true })
  }
  if (!answer) return null
  const { user } = answer
  const way = chosen ?? (user ? 'signedIn' : 'new')
  return (
    <TitledCard
      title={invitedTo(barName, role)}
      hint={way === 'new' ? teamTexts.joinHint : undefined}
    >
      {way === 'signedIn' && user && (
        <Accept token={token} user={user} onJoined={finish} onOther={() => setChosen('login')} />
      )}
      {way === 'new' && (
        <>
          <AccountForm
            submitLabel={teamTexts.join}
            busyLabel={teamTexts.joining}
            make={(account) => call(ADMIN_ENDPOINTS.join, {}, { token, ...account })}
            makeByPasskey={(email) => joinByPasskey({ token, email }, pageData().productName)}
            explain={(error, email) => {
              if (error.code !== 'email_taken') return explain(error)
              setTakenEmail(email)
              setChosen('login')
              return teamTexts.emailTaken
            }}
            failed={teamTexts.joinFailed}
            onMade={finish}
          />
          <Button variant="quiet" onClick={() => setChosen('login')}>
            {teamTexts.haveAccount}
          </Button>
        </>
      )}
      {way === 'login' && <LoginAndJoin token={token} email={takenEmail} onJoined={finish} />}
    </TitledCard>
  )
}

interface JoinProps {
  token: string
  onJoined: (user: AdminUser) => void
}

function useJoining({ token, onJoined }: JoinProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const [accept, isBusy] = useAct(
    async () => {
      onJoined((await call(ADMIN_ENDPOINTS.joinSignedIn, {}, { token })).user)
      await untilPageIsLeft()
    },
    (error) => setProblem(explain(error) ?? teamTexts.joinFailed),
  )
  return { isBusy, problem, accept }
}

function Accept({ user, onOther, ...props }: JoinProps & { user: AdminUser; onOther: () => void }) {
  const { isBusy, problem, accept } = useJoining(props)
  return (
    <div className="grid gap-3">
      {problem && (
        <Banner tone="danger" live>
          {problem}
        </Banner>
      )}
      <Button
        size="lg"
        block
        className="wrap-anywhere"
        busy={isBusy}
        busyLabel={teamTexts.joining}
        onClick={() => void accept()}
      >
        {joinAs(user.email)}
      </Button>
      <Button variant="quiet" onClick={onOther}>
        {teamTexts.useOther}
      </Button>
    </div>
  )
}

/** Signs in first. The link stays good until it is used. */
function LoginAndJoin({ email, ...props }: JoinProps & { email: string }) {
  const { problem, accept } = useJoining(props)
  return (
    <div className="grid gap-5">
      <Banner live>{email ? teamTexts.emailTaken : teamTexts.signInToJoin}</Banner>
      {problem && (
        <Banner
          tone="danger"
          live
          action={
            <Button variant="secondary" onClick={() => void accept()}>
              {adminTexts.tryAgain}
            </Button>
          }
        >
          {problem}
        </Banner>
      )}
      <LoginForm knownEmail={email} onLoggedIn={() => void accept()} />
    </div>
  )
}
