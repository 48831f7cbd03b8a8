import { address } from '#contract/address.ts'
import { ADMIN_API, BARS_PARAMETER } from '#contract/admin-paths.ts'
import type { MonitorBoard } from '#contract/monitor.ts'
import { nodeNetwork } from '#test/client/node-network.ts'
import type { TestAdmin } from '#test/server/admin-pool.ts'

/** Closes every open call for help: the board of each administrator on this server would show it. */
export async function closeCalls(origin: string, { sessionToken }: TestAdmin): Promise<void> {
  const { send } = nodeNetwork(() => origin)
  const headers = { Cookie: `__Host-admin=${sessionToken}`, 'Sec-Fetch-Site': 'same-origin' }
  const read = async (bars: string): Promise<MonitorBoard> => {
    const path = address(ADMIN_API.monitor, { [BARS_PARAMETER]: bars })
    return (await send(path, { method: 'GET', headers })).json()
  }
  const { calls } = await read('')
  const calling = Object.keys(calls).filter((barId) => calls[barId])
  if (calling.length === 0) return
  for (const { barId, help } of (await read(calling.join())).rooms) {
    for (const { id, personId } of help) {
      await send(address(ADMIN_API.personHelp, { barId, personId }), {
        method: 'PUT',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({ id, answer: 'resolved' }),
      })
    }
  }
}
