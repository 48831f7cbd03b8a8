// Stands where pictures and built pages would be: of a page, chaos runs ask no more than its frame.
const FRAME = '<html><head><title>Brinde</title></head><body><div id="root"></div></body></html>'

export default {
  fetch(request) {
    if (new URL(request.url).pathname === '/index.html') return new Response(FRAME)
    return new Response('not in a chaos run', { status: 404 })
  },
}
