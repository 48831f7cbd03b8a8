import { use, useMemo, useSyncExternalStore } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { ADMIN_API, toSectionPath } from '#contract/admin-paths.ts'
import { PAGE_TABLE, PAGES } from '#contract/pages.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { adminCall, sessionPrompt } from '#web/api/admin-call.ts'
import { fetchBoard } from '#web/api/admin-monitor.ts'
import { logOut } from '#web/api/sessions.ts'
import type { AccessReviewProps } from '#web/features/admin-session/access-review.tsx'
import type { AdminSession } from '#web/features/admin-session/admin-session.ts'
import { useAdminSession } from '#web/features/admin-session/admin-session.ts'
import { LoginDialog } from '#web/features/admin-session/login-form.tsx'
import type { NewDeviceNoticeProps } from '#web/features/admin-session/new-device-notice.tsx'
import { ProofDialog } from '#web/features/admin-session/proof-dialog.tsx'
import { Layout } from '#web/features/brand/layout.tsx'
import { MonitorConnection } from '#web/features/monitor/monitor-connection.ts'
import { useLiveBars } from '#web/features/monitor/use-live-bars.ts'
import type { CallsProps } from '#web/features/safety/calls.tsx'
import { Calls } from '#web/features/safety/calls.tsx'
import { pageAt } from '#web/page-at.ts'
import { browserPage, toSocketUrl } from '#web/socket/reconnecting-socket.ts'
import { Banner } from '#web/ui/banner.tsx'
import { InDialogs } from '#web/ui/in-dialogs.ts'
import { lazyPart, usePart } from '#web/ui/lazy-part.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { useAct } from '#web/ui/use-act.ts'
import type { Admin, SignedInAdmin } from './use-admin.ts'
import { useHelpDesk } from './use-help-desk.ts'

const newDeviceNotice = lazyPart<NewDeviceNoticeProps>(
  async () => (await import('#web/features/admin-session/new-device-notice.tsx')).NewDeviceNotice,
)

const accessReview = lazyPart<AccessReviewProps>(
  async () => (await import('#web/features/admin-session/access-review.tsx')).AccessReview,
)

/** Convenience only: the server authorises every call. */
export function AdminGuard() {
  const session = useAdminSession()
  const { user, status, forget } = session
  const [leave, isLoggingOut] = useAct(async () => {
    await logOut()
    showToast({ title: adminTexts.loggedOut, description: adminTexts.loggedOutDetail })
    forget()
  }, adminTexts.logoutFailed)

  // Another tab may have logged out.
  const isOut = status === 'signedOut' || (status === 'signedIn' && !user)
  if (isOut) return <Navigate to={PAGES.adminLogin} replace />
  if (!user) return <Waiting isUnreachable={status === 'unreachable'} />
  const admin: SignedInAdmin = {
    user,
    isConfirmed: status === 'signedIn',
    isLoggingOut,
    logOut: leave,
  }
  return <Guarded key={user.id} admin={admin} session={session} />
}

interface GuardedProps {
  admin: SignedInAdmin
  session: AdminSession
}

/** Gives every page behind the login the live bars of the account, and their calls for help. */
function Guarded({ admin, session }: GuardedProps) {
  const { user, isConfirmed, isLoggingOut } = admin
  const page = pageAt(useLocation().pathname)
  const isAdmin = user.role === 'admin'
  const live = useLiveBars({
    connect: () => openMonitor(isAdmin),
    // The connection says that the session has ended.
    fetchBars: (after) =>
      adminCall(ADMIN_ENDPOINTS.listBars, { after }, undefined, { quiet: true }),
    isConfirmed,
    isLoggingOut,
    opensShownOnly: isAdmin,
  })
  const { question } = session
  const others = use(InDialogs)
  const helpDesk = useHelpDesk(live.connection)
  const { loader } = live
  const { subscribe, read } = loader.store
  const { bars } = useSyncExternalStore(subscribe, read, read)
  const barNames = useMemo(() => new Map(bars?.map(({ id, name }) => [id, name])), [bars])
  const context: Admin = useMemo(() => ({ ...admin, live, helpDesk }), [admin, live, helpDesk])
  if (page && PAGE_TABLE[page].openTo === 'admin' && !isAdmin) {
    return <Navigate to={PAGES.monitor} replace />
  }
  const calls: CallsProps = { barNames, asksForSound: page !== 'monitor', ...helpDesk }
  // The tablet at the door is read by everybody, and names nobody.
  const isAtTheDoor = page === 'entryCode'
  return (
    <InDialogs
      value={
        <>
          {!isAtTheDoor && <Calls {...calls} isInDialog />}
          {others}
        </>
      }
    >
      {!isAtTheDoor && <Calls {...calls} />}
      <Outlet context={context} />
      {!isAtTheDoor && <AccountNotice session={session} />}
      {question?.kind === 'login' && (
        <LoginDialog
          email={isAtTheDoor ? '' : user.email}
          onAnswer={(hasLoggedIn) => {
            sessionPrompt.answer(hasLoggedIn)
            // Any press may have asked for the login. The connection had ended before.
            if (hasLoggedIn) void live.resume()
          }}
        />
      )}
      {question?.kind === 'proof' && (
        <ProofDialog
          email={user.email}
          passkeys={question.passkeys}
          onAnswer={(isProven) => sessionPrompt.answer(isProven)}
        />
      )}
    </InDialogs>
  )
}

function AccountNotice({ session }: { session: AdminSession }) {
  const { isReviewDue, closeReview, newDeviceAt, closeNewDevice } = session
  if (isReviewDue) return <AccessReview onDone={closeReview} />
  return newDeviceAt && <NewDeviceNotice at={newDeviceAt} onClose={closeNewDevice} />
}

function AccessReview(props: AccessReviewProps) {
  const Review = usePart(accessReview)
  return Review && <Review {...props} />
}

function NewDeviceNotice(props: NewDeviceNoticeProps) {
  const Notice = usePart(newDeviceNotice)
  return Notice && <Notice {...props} />
}

/** The caller starts it. */
function openMonitor(isAdmin: boolean): MonitorConnection {
  return new MonitorConnection({
    countsUrl: isAdmin ? toSocketUrl(ADMIN_API.monitorSocket) : null,
    sectionUrl: (barId, isFolded) => toSocketUrl(toSectionPath(barId, isFolded)),
    page: browserPage,
    fetchBoard,
  })
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
