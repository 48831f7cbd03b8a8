import type { IncomingHttpHeaders, IncomingMessage, RequestListener } from 'node:http'
import { request } from 'node:http'

export type TextChange = (text: string) => string

/**
 * Passes requests on to `site`, which answers uncompressed and whole. An answer for which `toChange`
 * gives a function reads as that makes it.
 */
export function passOn(
  site: string,
  toChange: (path: string, given: IncomingMessage) => TextChange | undefined,
  toHeaders = (headers: IncomingHttpHeaders): IncomingHttpHeaders => headers,
): RequestListener {
  return (asked, answer) => {
    const { 'if-none-match': _known, ...rest } = toHeaders(asked.headers)
    // A new connection each time: the server may close an idle one while Node sends the next request on it.
    const headers = { ...rest, 'accept-encoding': 'identity', connection: 'close' }
    const url = new URL(asked.url ?? '/', site)
    const passed = request(url, { agent: false, method: asked.method, headers })
    passed.on('response', (given) => {
      delete given.headers.connection
      const change = toChange(url.pathname, given)
      if (!change) {
        answer.writeHead(given.statusCode ?? 502, given.headers)
        given.pipe(answer)
        return
      }
      const { 'content-length': _length, etag: _etag, ...kept } = given.headers
      const pieces: Buffer[] = []
      given.on('data', (piece) => pieces.push(piece))
      given.on('end', () => {
        answer.writeHead(given.statusCode ?? 502, kept)
        answer.end(change(Buffer.concat(pieces).toString()))
      })
    })
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  }
}
