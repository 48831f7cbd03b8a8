import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const PAGE = `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>1 kB</title><body style="background:#0e1512;color:#f8efdd;font:17px sans-serif"><h1>Boteco da Ana</h1><p>${'Chope gelado e samba. '.repeat(36)}</p></body></html>`

/** A page of 1 kB that needs nothing: as fast as a page can be. */
export async function serveStaticPage(): Promise<{ origin: string; close: () => void }> {
  const server = createServer((_, answer) => {
    answer.setHeader('Content-Type', 'text/html; charset=utf-8').end(PAGE)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
