import { Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { address } from '#contract/address.ts'
import type { AdminBar } from '#contract/admin-bar.ts'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { LIMITS } from '#contract/limits.ts'
import type { RemovalReason } from '#contract/removals.ts'
import { timeZoneOf } from '#contract/states.ts'
import { monitorTexts } from '#contract/texts/monitor.ts'
import { pageTitle, sharedTexts } from '#contract/texts/shared.ts'
import { adminCall } from '#web/api/admin-call.ts'
import { fetchBoard } from '#web/api/admin-monitor.ts'
import { unless } from '#web/api/call.ts'
import { BarActions } from '#web/features/bar-actions/bar-actions.tsx'
import { DeleteBarDialog } from '#web/features/bar-actions/delete-bar-dialog.tsx'
import { BarsCard } from '#web/features/monitor/bars-card.tsx'
import { ConnectionStatus, LiveLine } from '#web/features/monitor/connection-status.tsx'
import { DashboardCard } from '#web/features/monitor/dashboard-card.tsx'
import { MonitorConnection } from '#web/features/monitor/monitor-connection.ts'
import { MonitorHeader } from '#web/features/monitor/monitor-header.tsx'
import { searchBars } from '#web/features/monitor/order-bars.ts'
import type { Removable } from '#web/features/monitor/remove-dialog.tsx'
import { RemoveDialog } from '#web/features/monitor/remove-dialog.tsx'
import { useMonitor } from '#web/features/monitor/use-monitor.ts'
import { useViewChoices } from '#web/features/monitor/use-view-choices.ts'
import { QrDialog } from '#web/features/qr/qr-dialog.tsx'
import { ClosedReports } from '#web/features/safety/closed-reports.tsx'
import { HelpSection } from '#web/features/safety/help-section.tsx'
import { OpenReports } from '#web/features/safety/open-reports.tsx'
import { noteReportsChanged } from '#web/features/safety/use-reports.ts'
import type { BesideRemovalProps } from '#web/features/staff/beside-removal.tsx'
import { keepAwake } from '#web/features/staff/keep-awake.ts'
import type { StaffToolsProps } from '#web/features/staff/staff-section.tsx'
import { tonight } from '#web/features/statistics/nightly-statistics.ts'
import { pageData } from '#web/page-data.ts'
import { browserPage } from '#web/socket/reconnecting-socket.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { Page } from '#web/ui/page.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { CodeTries } from './code-tries.tsx'
import columnsHref from './monitor-page.css?url'
import { StaffNotices } from './staff-notices.tsx'
import { useAdmin } from './use-admin.ts'
import { useHelpDesk } from './use-help-desk.ts'
import { useStaffNotice } from './use-staff-notice.ts'

const staffTools = lazyPart<StaffToolsProps>(
  async () => (await import('#web/features/staff/staff-tools.tsx')).StaffTools,
)
const besideRemoval = lazyPart<BesideRemovalProps>(
  async () => (await import('#web/features/staff/beside-removal.tsx')).BesideRemoval,
)

export function MonitorPage() {
  useDocumentTitle(pageTitle(pageData().productName, monitorTexts.title))
  const { user, isConfirmed, isLoggingOut, logOut } = useAdmin()
  const isAdmin = user.role === 'admin'
  const {
    connection,
    monitor,
    bars,
    observe,
    isRefreshing,
    isReloading,
    refresh,
    refreshPeople,
    reloadBars,
  } = useMonitor({
    connect: () => openMonitor(isAdmin),
    // The board's connection says that the session has ended.
    fetchBars: (after) =>
      adminCall(ADMIN_ENDPOINTS.listBars, { after }, undefined, { quiet: true }),
    isConfirmed,
    isLoggingOut,
    opensShownOnly: isAdmin,
  })
  const helpDesk = useHelpDesk(connection)
  const { alarm } = helpDesk
  const { pushKey } = pageData()
  useEffect(() => keepAwake(), [])
  // Before its dialog opens: nothing there may move.
  useEffect(besideRemoval.prefetch, [])
  const choices = useViewChoices()
  const isBeside = choices.barsOpen && bars.total > 0
  const [wanted, setWanted] = useState('')
  const presses = useStaffNotice(bars.bars !== null, () => {
    setWanted('')
    if (!choices.dashboardOpen) choices.toggle('dashboardOpen')
  })
  const [removing, setRemoving] = useState<Removable | null>(null)
  const [about, setAbout] = useState<ShownDialog | null>(null)
  const hasSearch = bars.total >= LIMITS.searchFromPeople || wanted !== ''
  const found = useMemo(() => bars.bars && searchBars(bars.bars, wanted), [bars.bars, wanted])

  const readVisits = useCallback(async (bar: AdminBar) => {
    // Nobody asked for it: an ended session is the board's own to tell.
    const quiet = { quiet: true }
    const hours = await adminCall(ADMIN_ENDPOINTS.readHours, { barId: bar.id }, undefined, quiet)
    return tonight(hours, timeZoneOf(bar)).visits
  }, [])
  const reportsOf = useCallback(
    (bar: AdminBar) => (
      <OpenReports
        bar={bar}
        onNew={() => alarm.once()}
        onRemove={({ id, reason, evidence }) => {
          const { personId = '', name = '' } = evidence?.reported ?? {}
          setRemoving({ barId: bar.id, personId, name, report: { id, reason } })
        }}
      />
    ),
    [alarm],
  )
  return (
    <Page
      width="full"
      className="@container gap-4 max-sm:px-3! sm:gap-5"
      header={
        <MonitorHeader
          subtitle={<LiveLine {...monitor} />}
          isRefreshing={isRefreshing}
          isLoggingOut={isLoggingOut}
          mayRegister={isAdmin}
          seesActs={user.role !== 'staff'}
          onRefresh={refresh}
          onLogOut={logOut}
        />
      }
    >
      <ConnectionStatus status={monitor.status} />
      {/* It covers, so that nothing below moves. */}
      <div className="fixed inset-x-3 bottom-3 z-10 mx-auto max-w-xl empty:hidden">
        <CodeTries connection={connection} />
      </div>
      {bars.bars && bars.total > 0 && (
        <HelpSection bars={bars.bars} opensShownOnly={isAdmin} {...helpDesk}>
          {!isAdmin && pushKey && <StaffNotices pushKey={pushKey} />}
        </HelpSection>
      )}
      {hasSearch && (
        <SearchField
          key={presses}
          label={monitorTexts.search}
          clearLabel={sharedTexts.clearSearch}
          onSearch={setWanted}
        />
      )}
      <link rel="stylesheet" href={columnsHref} precedence="default" />
      <div className={`grid gap-4 sm:gap-5 ${isBeside ? 'beside-people items-start' : ''}`}>
        <DashboardCard
          bars={found}
          hasBars={bars.total > 0}
          hasFailed={bars.hasFailed || monitor.status === 'offline'}
          board={monitor.board}
          choices={choices}
          isRefreshing={isReloading}
          onRefresh={() => void refreshPeople()}
          onRemove={setRemoving}
          onReveal={reveal}
          readVisits={readVisits}
          reportsOf={reportsOf}
          observe={observe}
        />
        <BarsCard
          bars={found}
          hasFailed={bars.hasFailed}
          onRetry={() => void refresh()}
          total={bars.total}
          mayRegister={isAdmin}
          isOpen={choices.barsOpen}
          onToggle={() => choices.toggle('barsOpen')}
          onShowQr={(bar) => setAbout({ dialog: 'qr', bar })}
          onShowActs={(bar) => setAbout({ dialog: 'actions', bar })}
        />
      </div>
      {removing && (
        <RemoveDialog person={removing} remove={remove} onClose={() => setRemoving(null)}>
          <Suspense>
            <besideRemoval.Part
              {...removing}
              onChanged={() => void reloadBars()}
              onCleared={() => setRemoving(null)}
            />
          </Suspense>
        </RemoveDialog>
      )}
      {about && <AboutBar {...about} onShow={setAbout} onChanged={() => void reloadBars()} />}
    </Page>
  )
}

interface ShownDialog {
  dialog: 'actions' | 'staff' | 'delete' | 'qr'
  bar: AdminBar
}

interface AboutBarProps extends ShownDialog {
  onShow: (shown: ShownDialog | null) => void
  onChanged: () => void
}

/** One dialog at a time: the actions of a bar lead to the others. */
function AboutBar({ dialog, bar, onShow, onChanged }: AboutBarProps) {
  const close = () => onShow(null)
  switch (dialog) {
    case 'qr':
      return <QrDialog bar={bar} onClose={close} />
    case 'delete':
      return (
        <DeleteBarDialog
          bar={bar}
          remove={(barId, name) => adminCall(ADMIN_ENDPOINTS.deleteBar, { barId }, { name })}
          onDeleted={() => {
            close()
            onChanged()
          }}
          onClose={close}
        />
      )
    case 'staff':
      return (
        <Dialog onClose={close} title={bar.name}>
          <Suspense>
            <staffTools.Part barId={bar.id} timeZone={timeZoneOf(bar)} onChanged={onChanged} />
          </Suspense>
          {bar.role !== 'staff' && <ClosedReports barId={bar.id} timeZone={timeZoneOf(bar)} />}
        </Dialog>
      )
    case 'actions':
      return (
        <BarActions
          bar={bar}
          onClose={close}
          onChanged={onChanged}
          onShowStaff={() => onShow({ dialog: 'staff', bar })}
          onDelete={() => onShow({ dialog: 'delete', bar })}
        />
      )
  }
}

async function remove(
  { barId, personId, report }: Removable,
  reason: RemovalReason,
): Promise<void> {
  if (!report) {
    // The person may have left already.
    const removing = adminCall(ADMIN_ENDPOINTS.removePerson, { barId, personId }, { reason })
    await unless('person_not_found', removing)
    return
  }
  await adminCall(ADMIN_ENDPOINTS.removeReported, { barId, reportId: report.id }, { reason })
  noteReportsChanged(barId)
}

async function reveal(barId: string, personId: string): Promise<string> {
  return (await adminCall(ADMIN_ENDPOINTS.revealPhone, { barId, personId })).phone
}

/** Not started yet. */
function openMonitor(isAdmin: boolean): MonitorConnection {
  const toUrl = (path: string) => `${location.origin.replace(/^http/u, 'ws')}${path}`
  return new MonitorConnection({
    countsUrl: isAdmin ? toUrl(ADMIN_API.monitorSocket) : null,
    sectionUrl: (barId) => toUrl(address(ADMIN_API.board, { barId })),
    page: browserPage,
    fetchBoard,
  })
}
