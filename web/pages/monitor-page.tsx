import { Suspense, useCallback, useMemo, useState } from 'react'
import type { AdminBar } from '#contract/admin-bar.ts'
import { ADMIN_API, toBoard } from '#contract/admin-paths.ts'
import { LIMITS } from '#contract/limits.ts'
import { timeZoneOf } from '#contract/states.ts'
import { monitorTexts } from '#contract/texts/monitor.ts'
import { pageTitle, sharedTexts } from '#contract/texts/shared.ts'
import { revealPhone } from '#web/api/acts.ts'
import { fetchBars, fetchBoard, removePerson } from '#web/api/admin-monitor.ts'
import { BarActions } from '#web/features/bar-actions/bar-actions.tsx'
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
import type { BesideRemovalProps } from '#web/features/staff/beside-removal.tsx'
import type { StaffToolsProps } from '#web/features/staff/staff-section.tsx'
import { lazyPart } from '#web/lazy-part.ts'
import { pageData } from '#web/page-data.ts'
import { browserPage } from '#web/socket/reconnecting-socket.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Page } from '#web/ui/page.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { useAdmin } from './use-admin.ts'

const staffTools = lazyPart<StaffToolsProps>(
  async () => (await import('#web/features/staff/staff-tools.tsx')).StaffTools,
)
const besideRemoval = lazyPart<BesideRemovalProps>(
  async () => (await import('#web/features/staff/beside-removal.tsx')).BesideRemoval,
)

const BESIDE = {
  grid: 'items-start @[76rem]:grid-cols-[26rem_minmax(0,1fr)]',
  bars: '@[76rem]:sticky @[76rem]:top-[calc(var(--spacing-bar)+1.25rem)] @[76rem]:max-h-[calc(100dvh-var(--spacing-bar)-2.5rem)] @[76rem]:overflow-auto',
}

export function MonitorPage() {
  useDocumentTitle(pageTitle(pageData().productName, monitorTexts.title))
  const { user, isConfirmed, isLoggingOut, logOut, logInAgain, keepSession } = useAdmin()
  const isAdmin = user.role === 'admin'
  const { monitor, bars, observe, isRefreshing, isReloading, refresh, refreshPeople, reloadBars } =
    useMonitor({
      connect: () => openMonitor(isAdmin),
      fetchBars,
      isConfirmed,
      isLoggingOut,
      opensShownOnly: isAdmin,
      logInAgain,
    })
  const choices = useViewChoices()
  const isBeside = choices.barsOpen && bars.total > 0
  const [wanted, setWanted] = useState('')
  const [removing, setRemoving] = useState<Removable | null>(null)
  const [actionsBar, setActionsBar] = useState<AdminBar | null>(null)
  const [staffBar, setStaffBar] = useState<AdminBar | null>(null)
  const [qrBar, setQrBar] = useState<AdminBar | null>(null)
  const hasSearch = bars.total >= LIMITS.searchFromPeople || wanted !== ''
  const found = useMemo(() => bars.bars && searchBars(bars.bars, wanted), [bars.bars, wanted])

  const reveal = useCallback(
    (barId: string, personId: string) => keepSession(() => revealPhone(barId, personId)),
    [keepSession],
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
      {hasSearch && <SearchField label={monitorTexts.search} onSearch={setWanted} />}
      <div className={`grid gap-4 sm:gap-5 ${isBeside ? BESIDE.grid : ''}`}>
        <BarsCard
          className={isBeside ? BESIDE.bars : ''}
          bars={found}
          hasFailed={bars.hasFailed}
          onRetry={() => void refresh()}
          total={bars.total}
          mayRegister={isAdmin}
          isOpen={choices.barsOpen}
          onToggle={() => choices.toggle('barsOpen')}
          onShowQr={setQrBar}
          onShowActs={setActionsBar}
        />
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
          observe={observe}
        />
      </div>
      <RemoveDialog
        person={removing}
        remove={(barId, personId) => keepSession(() => removePerson(barId, personId))}
        onClose={() => setRemoving(null)}
      >
        {removing && (
          <Suspense>
            <besideRemoval.Part
              {...removing}
              keepSession={keepSession}
              onChanged={() => void reloadBars()}
              onCleared={() => setRemoving(null)}
            />
          </Suspense>
        )}
      </RemoveDialog>
      <Dialog
        open={staffBar !== null}
        onClose={() => setStaffBar(null)}
        title={staffBar?.name ?? ''}
        closeLabel={sharedTexts.close}
      >
        {staffBar && (
          <Suspense>
            <staffTools.Part
              barId={staffBar.id}
              timeZone={timeZoneOf(staffBar.state)}
              keepSession={keepSession}
              onChanged={() => void reloadBars()}
            />
          </Suspense>
        )}
      </Dialog>
      <BarActions
        bar={actionsBar}
        keepSession={keepSession}
        onClose={() => setActionsBar(null)}
        onChanged={() => void reloadBars()}
        onShowStaff={setStaffBar}
      />
      <QrDialog bar={qrBar} onClose={() => setQrBar(null)} />
    </Page>
  )
}

/** Not started yet. */
function openMonitor(isAdmin: boolean): MonitorConnection {
  const toUrl = (path: string) => `${location.origin.replace(/^http/u, 'ws')}${path}`
  return new MonitorConnection({
    countsUrl: isAdmin ? toUrl(ADMIN_API.monitorSocket) : null,
    sectionUrl: (barId) => toUrl(toBoard(barId)),
    page: browserPage,
    fetchBoard,
  })
}
