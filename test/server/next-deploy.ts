import { createServer } from 'node:http'
import { listen } from './listen.ts'
import type { TextChange } from './site-proxy.ts'
import { passOn } from './site-proxy.ts'

/**
 * The same site at an address of its own, on which single files can change as a deploy changes them: after
 * `deploy` the file at that path reads as the change makes it.
 */
export async function serveWithDeploys(site: string) {
  const changes = new Map<string, TextChange>()
  const { port, close } = await listen(createServer(passOn(site, (path) => changes.get(path))))
  const deploy = (path: string, change: TextChange) => changes.set(path, change)
  return { origin: `http://localhost:${port}`, deploy, close }
}
