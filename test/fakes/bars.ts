import type { AdminBar } from '#contract/admin-bar.ts'

/** A registered bar as the administrators' API tells it. */
export function anAdminBar(changes: Partial<AdminBar> = {}): AdminBar {
  return {
    id: 'K7M2QX',
    name: 'Boteco da Ana',
    city: 'São Paulo',
    logoUrl: null,
    photoUrls: [],
    coverUrl: null,
    description: null,
    tonight: null,
    paused: false,
    asksForCode: false,
    ownerName: null,
    document: null,
    address: 'Rua Augusta',
    number: null,
    neighborhood: null,
    state: null,
    phone: null,
    email: null,
    login: null,
    subscriptionPlan: 'trial',
    qrCode: 'https://brinde.test/bar/K7M2QX',
    revision: 1,
    createdAt: 1,
    role: 'admin',
    ...changes,
  }
}
