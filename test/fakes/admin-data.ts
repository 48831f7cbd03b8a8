import type { WhoIsSignedIn } from '#contract/admin.ts'
import type { OwnSession } from '#contract/admin-account.ts'
import type { AdminBar } from '#contract/admin-bar.ts'
import type { BarHours } from '#contract/bar-hours.ts'
import { toHour } from '#contract/bar-hours.ts'
import { HOUR_MS } from '#contract/durations.ts'
import type { BoardState, MonitoredPerson } from '#contract/monitor.ts'
import type { OwnPasskey } from '#contract/passkeys.ts'
import { anAdminBar } from './bars.ts'
import { aPerson, NOW } from './people.ts'

const NAMES = [
  'Boteco da Ana',
  'Bar do Zé Pinheiros',
  'Adega Santa Cecília e Companhia Limitada',
  'Samba & Chope',
  'Botequim 22',
  'Cervejaria Nossa Senhora da Conceição Aparecida dos Pinheiros',
  'Bip Bip',
  'Casa de Bamba',
  'Empório Vila',
  'Ó do Borogodó',
]
const STREETS = [
  'Rua dos Pinheiros',
  'Rua Aspicuelta',
  'Avenida Doutor Vital Brasil',
  'Rua Harmonia',
]
const ID_LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ'

export function bars(count: number): AdminBar[] {
  return Array.from({ length: count }, (_, index) => {
    const id = `GARD${ID_LETTERS[index % ID_LETTERS.length]}${(index % 8) + 2}`
    return anAdminBar({
      id,
      name: NAMES[index % NAMES.length] ?? '',
      logoUrl: index % 2 === 0 ? `/media/logos/logo-${index}.webp` : null,
      ownerName: 'Helena Duarte',
      address: STREETS[index % STREETS.length] ?? '',
      number: String(100 + index),
      neighborhood: 'Pinheiros',
      state: 'SP',
      phone: index % 4 === 3 ? null : '+5511987654321',
      qrCode: `https://brinde.example/bar/${id}`,
      createdAt: NOW,
      paused: index % 7 === 4,
      asksForCode: index % 5 === 1,
    })
  })
}

/** A bar with all fields of its form. */
export const FULL_BAR: AdminBar = {
  ...(bars(1)[0] as AdminBar),
  photoUrls: [1, 2, 3].map((index) => `/media/photos/photo-${index}.webp`),
  coverUrl: '/media/photos/cover-1.webp',
  description: 'Chope gelado, mesas na calçada e samba às quintas.',
  tonight: 'Samba ao vivo às 21h',
  document: '11222333000181',
  email: 'oi@boteco.example',
  login: 'boteco-da-ana',
  subscriptionPlan: 'yearly',
}

const boardPeople = (count: number, first: number): MonitoredPerson[] =>
  Array.from({ length: count }, (_, index) => ({
    ...aPerson(first + index),
    phone: index % 2 === 0 ? '•••• 4321' : null,
    lastSeen: NOW - 600_000,
    enteredAt: NOW - (4 + 17 * index) * 60_000,
  }))

/** Rooms with these numbers of people, in the order of `bars`. */
export function rooms(counts: readonly number[]): BoardState[] {
  return bars(counts.length).map(({ id }, index) => ({
    barId: id,
    people: boardPeople(counts[index] ?? 0, index * 3),
    help: [],
    reports: '',
  }))
}

/** Four weeks in which Fridays and Saturdays are full. */
export function fourWeeks(): BarHours {
  const now = toHour(NOW)
  const hours = Array.from({ length: 28 * 24 }, (_, ago) => {
    const at = new Date((now - ago) * HOUR_MS - 3 * HOUR_MS) // in São Paulo
    const clock = at.getUTCHours()
    const night = clock < 5 ? clock + 24 : clock
    const isWeekend = [5, 6].includes(at.getUTCDay())
    const fullness = Math.max(0, 1 - Math.abs(night - 22.5) / 5)
    const peak = Math.round(fullness * (isWeekend ? 64 : 18) * (1 + (ago % 5) / 10))
    return { hour: now - ago, peak, visits: Math.round(peak / 3) }
  })
  return { now, hours: hours.filter(({ peak }) => peak > 0).reverse() }
}

export const SESSIONS: OwnSession[] = [
  { browser: 'chrome', system: 'windows', openedBy: 'password', ago: 0 },
  { browser: 'safari', system: 'ios', openedBy: 'passkey', ago: 5 },
  { browser: null, system: null, openedBy: null, ago: 90 },
].map(({ ago, ...device }, index) => ({
  ...device,
  id: `session-${index}`,
  createdAt: NOW - (ago + 30) * HOUR_MS,
  lastUsedAt: NOW - ago * HOUR_MS,
  isCurrent: index === 0,
})) as OwnSession[]

export const PASSKEYS: OwnPasskey[] = [
  { name: null, browser: 'safari', system: 'ios', ago: 5 },
  { name: 'Chaveiro azul da gaveta do caixa', browser: 'chrome', system: 'windows', ago: null },
].map(({ ago, ...key }, index) => ({
  ...key,
  id: `00000000-0000-4000-8000-00000000000${index}`,
  credentialId: `key-${index}`,
  transports: [],
  isSuspended: ago === null,
  createdAt: NOW - 900 * HOUR_MS,
  lastUsedAt: ago && NOW - ago * HOUR_MS,
})) as OwnPasskey[]

/** The answer to who is signed in: by default nobody, on a site that has accounts. */
export function aSession(changes: Partial<WhoIsSignedIn> = {}): WhoIsSignedIn {
  return { user: null, firstRun: null, newDevice: null, reviewSince: null, ...changes }
}
