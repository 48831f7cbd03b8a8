import { PAGES, toApi, toPage } from '#contract/paths.ts'
import { noEntryTexts } from '#contract/texts/no-entry.ts'
import type { FakeServer } from '#test/fakes/fake-server.ts'
import type { Scenes } from '#test/screens/scene.ts'
import { fill, opens, press, shows, steps } from '#test/screens/scene.ts'

const typed = steps(fill('ID do bar', 'K7M 2QX'), press('Acessar Bar'))

export const barAccess: Scenes = {
  'bar-access': { title: 'Bar access', reach: opens(PAGES.barAccess) },
  'bar-access-empty': {
    title: 'Bar access, nothing typed',
    reach: opens(PAGES.barAccess, press('Acessar Bar')),
  },
  'bar-access-busy': {
    title: 'Bar access, asking',
    reach: steps((server) => server.hang('/api/bars/*'), opens(PAGES.barAccess, typed)),
  },
  'bar-access-unknown': {
    title: 'Bar access, an unknown ID',
    reach: steps(
      (server) => server.refuse('/api/bars/*', 'bar_not_found'),
      opens(PAGES.barAccess, steps(typed, shows('Verifique o ID'))),
    ),
  },
  'bar-access-failed': {
    title: 'Bar access, no answer',
    reach: steps(
      (server) => server.refuse('/api/bars/*', 'internal'),
      opens(PAGES.barAccess, steps(typed, shows('Ocorreu um erro ao verificar o bar'))),
    ),
  },
}

const bar = ({ bar: { id } }: FakeServer) => toPage.bar(id)

export const tableEntry: Scenes = {
  'table-entry': { title: 'Table entry', reach: opens(bar) },
  'table-entry-long': { title: 'Table entry, a long name', bar: 'long', reach: opens(bar) },
  'table-entry-pictures': {
    title: 'Table entry with pictures',
    bar: 'pictured',
    reach: steps(
      (server) => server.answer(toApi.online(server.bar.id), { online: 14 }),
      opens(bar, shows('14 pessoas aqui agora')),
    ),
  },
  'table-entry-closed': {
    title: 'Table entry of a closed bar',
    bar: 'closed',
    reach: opens(bar, shows(noEntryTexts.paused)),
  },
  'table-entry-empty': {
    title: 'Table entry, nothing typed',
    reach: opens(bar, press('Entrar na Mesa')),
  },
  'table-entry-busy': {
    title: 'Table entry, on the way in',
    reach: opens(
      bar,
      steps(fill('Número da mesa', 'VARANDA'), press('Entrar na Mesa'), shows('Mesa conectada!')),
    ),
  },
  'table-entry-unknown': {
    title: 'An unknown bar',
    reach: opens(toPage.bar('ZZZZZZ'), shows('Digitar outro ID')),
  },
  'table-entry-failed': {
    title: 'A bar that cannot be asked for',
    reach: steps(
      (server) => server.refuse(toApi.bar('ZZZZZZ'), 'internal'),
      opens(toPage.bar('ZZZZZZ'), shows('Tentar de novo')),
    ),
  },
}
