import { Suspense } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { PAGE_TABLE, PAGES } from '#contract/pages.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { sessionPrompt } from '#web/api/admin-call.ts'
import { logOut } from '#web/api/admin-session.ts'
import type { AccessReviewProps } from '#web/features/admin-session/access-review.tsx'
import { useAdminSession } from '#web/features/admin-session/admin-session.ts'
import { LoginDialog } from '#web/features/admin-session/login-form.tsx'
import type { NewDeviceNoticeProps } from '#web/features/admin-session/new-device-notice.tsx'
import { ProofDialog } from '#web/features/admin-session/proof-dialog.tsx'
import { Layout } from '#web/features/brand/layout.tsx'
import { pageAt } from '#web/page-at.ts'
import { Banner } from '#web/ui/banner.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { useAct } from '#web/ui/use-act.ts'
import type { Admin } from './use-admin.ts'

const newDeviceNotice = lazyPart<NewDeviceNoticeProps>(
  async () => (await import('#web/features/admin-session/new-device-notice.tsx')).NewDeviceNotice,
)

const accessReview = lazyPart<AccessReviewProps>(
  async () => (await import('#web/features/admin-session/access-review.tsx')).AccessReview,
)

const answer = (isDone: boolean) => sessionPrompt.answer(isDone)

/** Convenience only: the server authorises every call. */
export function AdminGuard() {
  const session = useAdminSession()
  const { user, status, question, forget } = session
  const [leave, isLoggingOut] = useAct(async () => {
    await logOut()
    showToast({ title: adminTexts.loggedOut, description: adminTexts.loggedOutDetail })
    forget()
  }, adminTexts.logoutFailed)
  const page = pageAt(useLocation().pathname)
  const isForAdmins = page && PAGE_TABLE[page].openTo === 'admin'
  // The tablet at the door shows the night's code to everybody.
  const isAtTheDoor = page === 'entryCode'

  if (status === 'signedOut') return <Navigate to={PAGES.adminLogin} replace />
  if (!user) return <Waiting isUnreachable={status === 'unreachable'} />
  const admin: Admin = {
    user,
    isConfirmed: status === 'signedIn',
    isLoggingOut,
    logOut: leave,
  }
  return (
    <>
      {isForAdmins && user.role !== 'admin' ? (
        <Navigate to={PAGES.monitor} replace />
      ) : (
        <Outlet context={admin} />
      )}
      {session.isReviewDue && !isAtTheDoor && (
        <Suspense>
          <accessReview.Part onDone={session.closeReview} />
        </Suspense>
      )}
      {session.newDeviceAt && !session.isReviewDue && !isAtTheDoor && (
        <Suspense>
          <newDeviceNotice.Part at={session.newDeviceAt} onClose={session.closeNewDevice} />
        </Suspense>
      )}
      {question?.kind === 'login' && <LoginDialog email={user.email} onAnswer={answer} />}
      {question?.kind === 'proof' && (
        <ProofDialog email={user.email} passkeys={question.passkeys} onAnswer={answer} />
      )}
    </>
  )
}

function Waiting({ isUnreachable }: { isUnreachable: boolean }) {
  return (
    <Layout className="justify-center text-center">
      {isUnreachable ? (
        <Banner live>{sharedTexts.offline}</Banner>
      ) : (
        <p role="status" className="text-ink-soft">
          {sharedTexts.loading}
        </p>
      )}
    </Layout>
  )
}
