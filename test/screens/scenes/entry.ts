import { address } from '#contract/address.ts'
import { PAGES } from '#contract/pages.ts'
import { API } from '#contract/paths.ts'
import { entryTexts } from '#contract/texts/entry.ts'
import { noEntryTexts } from '#contract/texts/no-entry.ts'
import type { FakeServer } from '#test/fakes/fake-server.ts'
import type { Scenes } from '#test/screens/scene.ts'
import { fill, opens, press, shows, steps } from '#test/screens/scene.ts'

const typed = steps(fill('ID do bar', 'K7M 2QX'), press('Acessar Bar'))

export const barAccess: Scenes = {
  'bar-access': opens(PAGES.barAccess),
  'bar-access-empty': opens(PAGES.barAccess, press('Acessar Bar'), shows(entryTexts.fieldMissing)),
  'bar-access-busy': steps((server) => server.hang('/api/bars/*'), opens(PAGES.barAccess, typed)),
  'bar-access-failed': steps(
    (server) => server.refuse('/api/bars/*', 'internal'),
    opens(PAGES.barAccess, typed, shows('Ocorreu um erro ao verificar o bar')),
  ),
}

const bar = ({ bar: { id } }: FakeServer) => address(PAGES.bar, { barId: id })

export const tableEntry: Scenes = {
  'table-entry': opens(bar),
  'table-entry-long': { bar: 'long', reach: opens(bar) },
  'table-entry-pictures': {
    bar: 'pictured',
    reach: steps(
      (server) => server.answer(address(API.online, { barId: server.bar.id }), { online: 14 }),
      opens(bar, shows('14 pessoas aqui agora')),
    ),
  },
  'table-entry-closed': { bar: 'closed', reach: opens(bar, shows(noEntryTexts.paused)) },
  'table-entry-busy': opens(
    bar,
    fill('Número da mesa', 'VARANDA'),
    press('Entrar na Mesa'),
    shows('Mesa conectada!'),
  ),
  'table-entry-unknown': opens(address(PAGES.bar, { barId: 'ZZZZZZ' }), shows('Digitar outro ID')),
  'table-entry-failed': steps(
    (server) => server.refuse(address(API.bar, { barId: 'ZZZZZZ' }), 'internal'),
    opens(address(PAGES.bar, { barId: 'ZZZZZZ' }), shows('Tentar de novo')),
  ),
}
