// The Worker that listens for the product's one on this machine. Miniflare's own entry would answer more than
// the product does, data under /cdn-cgi/ among it, to whoever writes `Host: localhost`.
// As there, the client's address stands in a header and texts are compressed.

/** What Cloudflare compresses, of the types that the product answers with. */
const TEXT = /^(?:text\/|image\/svg\+xml|application\/(?:javascript|json|manifest\+json|wasm))/

export default {
  async fetch(request, { APP, CLIENT }) {
    const asked = new Request(request)
    if (CLIENT === null) asked.headers.delete('CF-Connecting-IP')
    else if (!asked.headers.has('CF-Connecting-IP')) asked.headers.set('CF-Connecting-IP', CLIENT)
    const answer = await APP.fetch(asked)
    const isCompressible =
      answer.status === 200 &&
      answer.body !== null &&
      !answer.headers.has('Content-Encoding') &&
      TEXT.test(answer.headers.get('Content-Type') ?? '') &&
      /\bgzip\b/.test(request.headers.get('Accept-Encoding') ?? '')
    if (!isCompressible) return answer
    const compressed = new Response(answer.body, answer)
    compressed.headers.set('Content-Encoding', 'gzip')
    return compressed
  },
}
