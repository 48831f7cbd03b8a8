import { ADMIN_API } from '#contract/admin-paths.ts'
import { fetchBoard } from '#web/api/admin-monitor.ts'
import { MonitorConnection } from '#web/features/monitor/monitor-connection.ts'
import { browserPage } from '#web/socket/reconnecting-socket.ts'

/** Not started yet. */
export function openMonitor(): MonitorConnection {
  return new MonitorConnection({
    url: `${location.origin.replace(/^http/u, 'ws')}${ADMIN_API.monitorSocket}`,
    page: browserPage,
    fetchBoard,
  })
}
