// Stands where pictures and built pages would be: chaos runs ask for neither.
export default {
  fetch() {
    return new Response('not in a chaos run', { status: 404 })
  },
}
