import { createServer } from 'node:http'
import { listen } from './listen.ts'
import type { TextChange } from './site-proxy.ts'
import { passOn } from './site-proxy.ts'

/**
 * Serves the same site at another address, where single files can change as in a deploy: after `deploy`,
 * the file at that path has the changed text.
 */
export async function serveWithDeploys(site: string) {
  const changes = new Map<string, TextChange>()
  const { port, close } = await listen(createServer(passOn(site, (path) => changes.get(path))))
  const deploy = (path: string, change: TextChange) => changes.set(path, change)
  return { origin: `http://localhost:${port}`, deploy, close }
}
