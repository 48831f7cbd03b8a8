import { createServer } from 'node:http'
import type { Listening } from './listen.ts'
import { listen } from './listen.ts'

/** Somebody else's site on this machine: one page with this script. */
export function openForeignSite(html: string): Promise<Listening> {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(html)
  })
  return listen(server)
}
