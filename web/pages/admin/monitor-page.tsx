import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { AdminBar } from '#contract/admin-bar.ts'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { LIMITS } from '#contract/limits.ts'
import { monitorTexts } from '#contract/texts/monitor.ts'
import { pageTitle, sharedTexts } from '#contract/texts/shared.ts'
import { adminCall } from '#web/api/admin-call.ts'
import { BoardActions } from '#web/features/monitor/board-actions.tsx'
import { ConnectionStatus, LiveLine } from '#web/features/monitor/connection-status.tsx'
import { DashboardCard } from '#web/features/monitor/dashboard-card.tsx'
import { sumAlerts, toAlerts, useCounts } from '#web/features/monitor/overview/alerts.ts'
import { BarsOrderChoice } from '#web/features/monitor/overview/bars-order-choice.tsx'
import { hasOverview, searchBars } from '#web/features/monitor/overview/order-bars.ts'
import { OverviewLine } from '#web/features/monitor/overview/overview-line.tsx'
import { useReportedBars } from '#web/features/monitor/overview/use-reported-bars.ts'
import type { Removable } from '#web/features/monitor/people/remove-dialog.tsx'
import { BarsCard } from '#web/features/monitor/registered/bars-card.tsx'
import { RenewalPill } from '#web/features/monitor/renewal-pill.tsx'
import { useMonitor } from '#web/features/monitor/use-monitor.ts'
import { useViewChoices } from '#web/features/monitor/use-view-choices.ts'
import { AlarmLine } from '#web/features/safety/alarm-line.tsx'
import { OpenReports } from '#web/features/safety/open-reports.tsx'
import { keepAwake } from '#web/features/staff/keep-awake.ts'
import { pageData } from '#web/page-data.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import type { HeldOrders } from '#web/ui/held-order.ts'
import { HeldOrdersProvider, useOwnHeldOrders } from '#web/ui/held-order.ts'
import { Page } from '#web/ui/page.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import type { ShownDialog } from './about-bar.tsx'
import { AboutBar } from './about-bar.tsx'
import { AdminActions } from './admin-actions.tsx'
import { CodeTries } from './code-tries.tsx'
import columnsHref from './monitor-page.css?url'
import { readCurve, readVisits } from './night-numbers.ts'
import { besideRemoval, Removal } from './removal.tsx'
import { StaffNotices } from './staff-notices.tsx'
import { useAdmin } from './use-admin.ts'
import { PLACES, useBoardPlaces } from './use-board-places.ts'

/** With more bars the rows of the overview have the width of the page. */
const BESIDE_UP_TO = 29
const NO_BARS: readonly AdminBar[] = []

export function MonitorPage() {
  useDocumentTitle(pageTitle(pageData().productName, monitorTexts.title))
  const orders = useOwnHeldOrders()
  return (
    <HeldOrdersProvider value={orders}>
      <Board orders={orders} />
    </HeldOrdersProvider>
  )
}

function Board({ orders }: { orders: HeldOrders }) {
  const admin = useAdmin()
  const { user, isConfirmed, isLoggingOut, live, helpDesk } = admin
  const { connection, watched, observe } = live
  const { alarm, desk } = helpDesk
  const isAdmin = user.role === 'admin'
  const choices = useViewChoices()
  const { monitor, bars, moves, isRefreshing, isReloading, refresh, refreshPeople, reloadBars } =
    useMonitor({ live, isConfirmed, unfolded: choices.unfolded })
  const { calls } = useSyncExternalStore(desk.subscribe, desk.read)
  const { pushKey } = pageData()
  useEffect(() => keepAwake(), [])
  useEffect(besideRemoval.prefetch, [])
  const isOffline = monitor.status === 'offline'
  const isBeside = choices.barsOpen && bars.total > 0 && bars.total <= BESIDE_UP_TO
  const isOverview = hasOverview(bars.total)
  // Otherwise each bar's card has its reports.
  const hasReportsAbove = isOverview || !choices.dashboardOpen
  const [wanted, setWanted] = useState('')
  const { goTo, presses } = useBoardPlaces({
    bars: bars.bars,
    isOverview,
    choices,
    orders,
    clearSearch: () => setWanted(''),
  })
  const [removing, setRemoving] = useState<Removable | null>(null)
  const [about, setAbout] = useState<ShownDialog | null>(null)
  const [reportCounts, countReports] = useCounts()
  const alerts = useMemo(
    () =>
      toAlerts(
        calls.values(),
        reportCounts,
        { calls: monitor.calls, reports: monitor.reports },
        watched,
      ),
    [calls, reportCounts, monitor.calls, monitor.reports, watched],
  )
  const hasSearch = bars.total >= LIMITS.searchFromPeople || wanted !== ''
  const found = useMemo(() => bars.bars && searchBars(bars.bars, wanted), [bars.bars, wanted])
  const isSettled = monitor.status !== 'connecting' && bars.bars?.length === bars.total

  const reported = useReportedBars(bars.bars ?? NO_BARS, watched, monitor.reports, isSettled)
  useEffect(
    () =>
      connection.onIncident((incident) => {
        // Its list is not on the page yet. The later ones ring there.
        if (incident.type === 'reports' && incident.first.length > 0) alarm.once()
      }),
    [connection, alarm],
  )

  const reportsOf = useCallback(
    (bar: AdminBar) => (
      <OpenReports
        key={bar.id}
        bar={bar}
        namesBar={hasReportsAbove}
        onNew={() => alarm.once()}
        onCount={countReports}
        onRemove={({ id, reason, evidence }) => {
          const { personId = '', name = '' } = evidence?.reported ?? {}
          setRemoving({ barId: bar.id, personId, name, report: { id, reason } })
        }}
      />
    ),
    [alarm, countReports, hasReportsAbove],
  )
  return (
    <Page
      width="full"
      className="board @container max-sm:px-3!"
      header={
        <AppBar
          width="full"
          toasts="foot"
          title={<Title />}
          subtitle={<LiveLine {...monitor} hasBars={bars.bars !== null} hidesOnline={isOverview} />}
          below={
            isOverview && (
              <OverviewLine
                isKnown={monitor.board !== null && !isOffline}
                online={monitor.board?.online ?? 0}
                openBars={bars.bars?.filter(({ paused }) => !paused).length ?? 0}
                {...sumAlerts(alerts)}
                onGo={goTo}
              />
            )
          }
          end={
            <AdminActions admin={admin} folds>
              {(place, closeFirst) => (
                <BoardActions
                  {...place}
                  isRefreshing={isRefreshing}
                  mayRegister={isAdmin}
                  // "Atualizando..." is seen until it is done.
                  onRefresh={() => void refresh().then(closeFirst?.())}
                />
              )}
            </AdminActions>
          }
        />
      }
    >
      {!isLoggingOut && (
        <ConnectionStatus status={monitor.status} onResume={() => void live.resume()} />
      )}
      {bars.bars && bars.total > 0 && (
        <div id={PLACES.calls} className="board-tools">
          <div className="grid gap-3">
            {monitor.status !== 'ended' && (
              <AlarmLine
                alarm={alarm}
                isOffline={isOffline}
                watchesEvery={isAdmin || watched.length >= bars.total}
              />
            )}
            {!isAdmin && pushKey && <StaffNotices pushKey={pushKey} />}
          </div>
          {(hasSearch || isOverview) && (
            <div className="flex flex-wrap gap-2">
              {hasSearch && (
                <SearchField
                  key={presses}
                  className="min-w-0 flex-1 basis-36"
                  label={monitorTexts.search}
                  clearLabel={sharedTexts.clearSearch}
                  onSearch={setWanted}
                />
              )}
              {isOverview && <BarsOrderChoice />}
            </div>
          )}
        </div>
      )}
      {hasReportsAbove && (
        <div id={PLACES.reports} className="grid gap-3 empty:hidden">
          {reported.map(reportsOf)}
        </div>
      )}
      <link rel="stylesheet" href={columnsHref} precedence="default" />
      <div
        className={`grid gap-4 sm:gap-5 ${isBeside ? 'beside-people items-start' : ''} ${isOverview ? 'below-overview' : ''}`}
      >
        <div id={PLACES.online} className={`min-w-0 ${isOffline ? 'is-stale' : ''}`}>
          <DashboardCard
            bars={bars.bars}
            wanted={wanted}
            hasOverview={isOverview}
            hasFailed={bars.hasFailed || isOffline}
            board={monitor.board}
            isSettled={isSettled}
            moves={moves}
            alerts={alerts}
            choices={choices}
            isRefreshing={isReloading}
            onRefresh={() => void refreshPeople()}
            onRemove={setRemoving}
            onReveal={reveal}
            readVisits={readVisits}
            readCurve={readCurve}
            reportsOf={reportsOf}
            observe={observe}
          />
        </div>
        <div id={PLACES.openBars} className="min-w-0">
          <BarsCard
            bars={found}
            hasFailed={bars.hasFailed}
            onRetry={() => void refresh()}
            total={bars.total}
            isSearched={wanted !== ''}
            mayRegister={isAdmin}
            isOpen={choices.barsOpen}
            onToggle={() => choices.toggle('barsOpen')}
            onShowQr={(bar) => setAbout({ dialog: 'qr', bar })}
            onShowActs={(bar) => setAbout({ dialog: 'actions', bar })}
          />
        </div>
      </div>
      <div className="board-foot">
        <RenewalPill />
        <div className="pointer-events-auto w-full max-w-xl empty:hidden">
          <CodeTries connection={connection} bars={bars.bars ?? []} />
        </div>
      </div>
      {removing && (
        <Removal
          person={removing}
          onRemoved={() => orders.renew()}
          onBarChanged={() => void reloadBars()}
          onClose={() => setRemoving((now) => (now === removing ? null : now))}
        />
      )}
      {about && (
        <AboutBar
          {...about}
          onShow={setAbout}
          // A late answer closes no dialog that was opened after its own.
          onClose={() => setAbout((now) => (now === about ? null : now))}
          onChanged={() => void reloadBars()}
        />
      )}
    </Page>
  )
}

function Title() {
  return <span className="max-sm:text-base max-sm:tracking-tight">{monitorTexts.title}</span>
}

async function reveal(barId: string, personId: string): Promise<string> {
  return (await adminCall(ADMIN_ENDPOINTS.revealPhone, { barId, personId })).phone
}
