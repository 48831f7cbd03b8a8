import { createServer } from 'node:http'
import type { Listening } from './listen.ts'
import { listen } from './listen.ts'

/** Opens a separate site on this machine that answers every address with this page. */
export function openStaticSite(html: string): Promise<Listening> {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(html)
  })
  return listen(server)
}
