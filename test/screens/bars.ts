import type { BarRow } from '#scripts/bar-rows.ts'
import type { FakeBar } from '#test/fakes/fake-server.ts'
import type { Scene } from './scene.ts'

const PLACE = { address: 'Rua dos Pinheiros', number: '1042', city: 'São Paulo', state: 'SP' }

const KINDS: Record<NonNullable<Scene['bar']>, BarRow> = {
  plain: { ...PLACE, id: 'GARDNA', name: 'Boteco da Ana' },
  long: {
    ...PLACE,
    id: 'GARDNB',
    name: 'Botequim e Choperia Nossa Senhora da Conceição Aparecida dos Pinheiros',
    city: 'São José do Vale do Rio Preto',
  },
  closed: { ...PLACE, id: 'GARDND', name: 'Boteco da Ana', paused_at: '1' },
  coded: { ...PLACE, id: 'GARDNE', name: 'Boteco da Ana', entry_code_on: '1' },
  pictured: {
    ...PLACE,
    id: 'GARDNC',
    name: 'Boteco da Ana',
    description: 'Chope gelado, mesas na calçada e samba às quintas.\nBolinho de bacalhau da casa.',
    // Every monitor asks for the logos: this one is there. The photos are drawn by the fake server.
    logo_url: '/icon-192.png',
    cover_url: '/media/photos/cover-1.webp',
    tonight: 'Hoje: roda de samba às 21h e caipirinha em dobro até as 22h 🎶',
    photos_url: JSON.stringify([1, 2, 3].map((index) => `/media/photos/photo-${index}.webp`)),
  },
}

/** The bars that the scenes play in. */
export const BARS: readonly BarRow[] = Object.values(KINDS)

export function toBarOf(kind: Scene['bar'] = 'plain'): FakeBar {
  const { id, name } = KINDS[kind]
  return { id, name }
}
