import type { AdminBar } from '#contract/admin-bar.ts'
import type { NewBarRequest } from '#contract/bar-form.ts'

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
    timeZone: null,
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

/** A new bar as the form sends it. */
export function aNewBar(changes: Partial<NewBarRequest> = {}): NewBarRequest {
  return {
    creationKey: crypto.randomUUID(),
    name: 'Boteco da Ana',
    ownerName: null,
    document: null,
    address: 'Rua dos Pinheiros',
    number: null,
    neighborhood: null,
    city: 'São Paulo',
    state: null,
    timeZone: null,
    phone: null,
    email: null,
    login: null,
    subscriptionPlan: 'trial',
    description: null,
    tonight: null,
    logoUrl: null,
    photoUrls: [],
    coverUrl: null,
    ...changes,
  }
}
