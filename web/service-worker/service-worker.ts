/// <reference lib="webworker" />

import { wroteToYou } from '#contract/texts/service-worker.ts'

declare const self: ServiceWorkerGlobalScope

/** Injected by scripts/service-worker-build.ts. */
declare const __BUILD__: { id: string; offlinePage: string; offlineFiles: string[] }

const CACHE = `build-${__BUILD__.id}`
const ASSETS = '/assets/'
const IN_A_BAR = /^\/bar\/\w+\//
/** The page then goes on with the visit of this browser without asking (contract/paths.ts). */
const BY_NOTICE = '?volta'
const ICON = '/icon-192.png'
const ANSWER_MS = 1_000

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

self.addEventListener('push', (event) => {
  event.waitUntil(showNotice(event.data))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPath(event.notification.tag))
})

/** Browsers take the right to notices away from whoever shows none. */
async function showNotice(data: PushMessageData | null): Promise<void> {
  const { name, path }: { name?: unknown; path?: unknown } = data?.json() ?? {}
  if (typeof name !== 'string' || typeof path !== 'string' || !IN_A_BAR.test(path)) return
  await self.registration.showNotification(wroteToYou(name), { tag: path, icon: ICON, badge: ICON })
}

/** In the bar's own tab, where one is open; its page answers that it has done so. */
async function openPath(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const [bar = ''] = IN_A_BAR.exec(path) ?? []
  const inBar = windows.find(({ url }) => new URL(url).pathname.startsWith(bar))
  if (!inBar) return void (await self.clients.openWindow(path + BY_NOTICE))
  const client = await inBar.focus()
  if (!(await isOpenedBy(client, path))) await client.navigate(path + BY_NOTICE)
}

function isOpenedBy(client: WindowClient, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  client.postMessage(path, [port2])
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(true)
    setTimeout(() => resolve(false), ANSWER_MS)
  })
}

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
