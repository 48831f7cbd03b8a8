/// <reference lib="webworker" />

declare const self: ServiceWorkerGlobalScope

/** Injected by scripts/service-worker-build.ts: this file imports nothing. */
declare const __BUILD__: { id: string; offlinePage: string; offlineFiles: string[] }

const CACHE = `build-${__BUILD__.id}`
const ASSETS = '/assets/'

/**
 * Caches content-hashed files and one offline page. Pages and data always come from the network:
 * nobody stays on an old version, and no personal data is stored.
 */
self.addEventListener('install', (event) => {
  event.waitUntil(keepOfflinePage().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([
      forgetOtherBuilds(),
      // The page request does not wait for the service worker to start.
      self.registration.navigationPreload?.enable(),
      self.clients.claim(),
    ]),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(openPage(event))
  else if (pathname.startsWith(ASSETS)) event.respondWith(takeAsset(event))
})

async function keepOfflinePage(): Promise<void> {
  const cache = await caches.open(CACHE)
  const fresh = [__BUILD__.offlinePage, ...__BUILD__.offlineFiles].map(
    (path) => new Request(path, { cache: 'no-cache' }),
  )
  await cache.addAll(fresh)
}

async function forgetOtherBuilds(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))
}

async function openPage(event: FetchEvent): Promise<Response> {
  try {
    const preloaded: Response | undefined = await event.preloadResponse
    return preloaded ?? (await fetch(event.request))
  } catch {
    return (await caches.match(__BUILD__.offlinePage)) ?? Response.error()
  }
}

async function takeAsset(event: FetchEvent): Promise<Response> {
  const kept = await caches.match(event.request)
  if (kept) return kept
  const answer = await fetch(event.request)
  if (answer.ok && answer.type === 'basic') event.waitUntil(keep(event.request, answer.clone()))
  return answer
}

async function keep(request: Request, answer: Response): Promise<void> {
  try {
    const cache = await caches.open(CACHE)
    await cache.put(request, answer)
  } catch {
    // Storage is full: the network has the file.
  }
}
