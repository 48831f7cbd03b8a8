/// <reference lib="webworker" />

import type { NoticedCall } from '#contract/notices.ts'
import { wroteToYou } from '#contract/texts/service-worker.ts'
import { comingButton, staffNoticeTitles } from '#contract/texts/service-worker-staff.ts'

declare const self: ServiceWorkerGlobalScope

/** Injected by scripts/build/service-worker-build.ts. */
declare const __BUILD__: { id: string; offlinePage: string; offlineFiles: string[] }

const CACHE = `build-${__BUILD__.id}`
const ASSETS = '/assets/'
const IN_A_BAR = /^\/bar\/\w+\//
/** As contract/paths.ts says it. This script is one file: it shares none with the pages. */
const BOARD = '/barmonitor'
const STAFF_NOTICES = '/api/admin/notices'
const ON_BOARD = /^\/barmonitor#\w+$/
/** The page then goes on with the visit of this browser without asking (contract/paths.ts). */
const BY_NOTICE = '?volta'
const ICON = '/icon-192.png'
const ANSWER_MS = 1_000
const COMING = 'coming'

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
  const { path, call } = event.notification.data
  event.notification.close()
  event.waitUntil(event.action === COMING ? answer(call, path) : openPath(path))
})

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renewStaffNotices())
})

/** Browsers replace a subscription while no page is open. A visit's page renews its own when it opens. */
async function renewStaffNotices(): Promise<void> {
  const answer = await fetch(STAFF_NOTICES)
  const { pushKey }: { pushKey?: string | null } = answer.ok ? await answer.json() : {}
  if (!pushKey) return
  const options = { userVisibleOnly: true, applicationServerKey: pushKey }
  const subscription = await self.registration.pushManager.subscribe(options)
  const { endpoint, keys } = subscription.toJSON()
  const body = JSON.stringify({ endpoint, p256dh: keys?.p256dh, auth: keys?.auth })
  const headers = { 'content-type': 'application/json' }
  await fetch(STAFF_NOTICES, { method: 'PUT', headers, body })
}

/** Browsers take the right to notices away from whoever shows none. */
async function showNotice(data: PushMessageData | null): Promise<void> {
  const { name, about, bar, path, call }: Record<string, unknown> = data?.json() ?? {}
  if (typeof path !== 'string') return
  const options = { data: { path, call }, icon: ICON, badge: ICON }
  if (typeof name === 'string' && IN_A_BAR.test(path)) {
    await self.registration.showNotification(wroteToYou(name), { ...options, tag: path })
  }
  if ((about === 'help' || about === 'report') && typeof bar === 'string' && ON_BOARD.test(path)) {
    const tag = `${about} ${path}`
    // The second call of a night is heard too. TypeScript does not know `renotify`.
    const actions = call ? [{ action: COMING, title: comingButton }] : []
    const heard = { ...options, tag, body: bar, renotify: true, actions }
    await self.registration.showNotification(staffNoticeTitles[about], heard)
  }
}

/** Says "A caminho" with this phone's session. If that fails, the board opens, where the call is still open. */
async function answer({ id, path }: NoticedCall, board: string): Promise<void> {
  const body = JSON.stringify({ id, answer: COMING })
  const headers = { 'content-type': 'application/json' }
  try {
    const { ok } = await fetch(path, { method: 'PUT', headers, body })
    if (ok) return
  } catch {}
  await openPath(board)
}

/**
 * In the tab of the bar or of the board, where one is open; it answers that it has done so. A browser may
 * refuse the focus, and the tab may be gone meanwhile: then in a window of its own.
 */
async function openPath(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const [bar] = IN_A_BAR.exec(path) ?? []
  const address = bar ? path + BY_NOTICE : path
  const open = windows.find(({ url }) => {
    const { pathname } = new URL(url)
    return bar ? pathname.startsWith(bar) : pathname === BOARD
  })
  try {
    const client = await open?.focus()
    const isOpened = client && (await isOpenedBy(client, path))
    // The board opens it later: loaded anew, it would ring only after another press.
    if (client && (isOpened || !bar || (await client.navigate(address)))) return
  } catch {}
  await self.clients.openWindow(address).catch(() => null)
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
  const page = new Request(__BUILD__.offlinePage, { cache: 'no-cache' })
  // Their names change with their content: the browser has them from the page.
  await cache.addAll([page, ...__BUILD__.offlineFiles])
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
