import type { OutgoingHttpHeaders } from 'node:http'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export type NextDeploy = {
  origin: string
  /** From now on the file at `path` reads as `change` makes it. */
  deploy: (path: string, change: (text: string) => string) => void
  close: () => void
}

/** The same site at an address of its own, on which single files can change as a deploy changes them. */
export async function serveWithDeploys(site: string): Promise<NextDeploy> {
  const changes = new Map<string, (text: string) => string>()
  const server = createServer((asked, answer) => {
    const { pathname } = new URL(asked.url ?? '/', site)
    const change = changes.get(pathname)
    const encoding = change && { 'accept-encoding': 'identity' }
    // A connection of its own, as in test/client/node-network.ts.
    const headers = { ...asked.headers, ...encoding, connection: 'close' } as OutgoingHttpHeaders
    delete headers['if-none-match']
    const passed = request(new URL(asked.url ?? '/', site), {
      agent: false,
      method: asked.method,
      headers,
    })
    passed.on('response', (given) => {
      delete given.headers.connection
      if (!change) {
        answer.writeHead(given.statusCode ?? 502, given.headers)
        given.pipe(answer)
        return
      }
      const { 'content-length': _length, etag: _etag, ...rest } = given.headers
      const pieces: Buffer[] = []
      given.on('data', (piece) => pieces.push(piece))
      given.on('end', () => {
        answer.writeHead(given.statusCode ?? 502, rest)
        answer.end(change(Buffer.concat(pieces).toString()))
      })
    })
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  })
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
