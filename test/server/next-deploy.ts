import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TextChange } from './site-proxy.ts'
import { passOn } from './site-proxy.ts'

export type NextDeploy = {
  origin: string
  /** From now on the file at `path` reads as `change` makes it. */
  deploy: (path: string, change: TextChange) => void
  close: () => void
}

/** The same site at an address of its own, on which single files can change as a deploy changes them. */
export async function serveWithDeploys(site: string): Promise<NextDeploy> {
  const changes = new Map<string, TextChange>()
  const server = createServer(passOn(site, (path) => changes.get(path)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    deploy: (path, change) => changes.set(path, change),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
