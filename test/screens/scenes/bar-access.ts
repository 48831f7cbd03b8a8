import { PAGES } from '#contract/paths.ts'
import type { Scenes } from '#test/screens/scene.ts'
import { fill, first, opens, press, shows } from '#test/screens/scene.ts'

const typed = first(fill('ID do bar', 'K7M 2QX'), press('Acessar Bar'))

export const barAccess: Scenes = {
  'bar-access': { title: 'Bar access', sample: true, play: opens(PAGES.barAccess) },
  'bar-access-empty': {
    title: 'Bar access, nothing typed',
    sample: true,
    play: opens(PAGES.barAccess, press('Acessar Bar')),
  },
  'bar-access-busy': {
    title: 'Bar access, asking',
    play: first((stage) => stage.silence('/api/bars/*'), opens(PAGES.barAccess, typed)),
  },
  'bar-access-unknown': {
    title: 'Bar access, an unknown ID',
    play: first(
      (stage) => stage.refuse('/api/bars/*', 'bar_not_found'),
      opens(PAGES.barAccess, first(typed, shows('Verifique o ID'))),
    ),
  },
  'bar-access-failed': {
    title: 'Bar access, no answer',
    play: first(
      (stage) => stage.refuse('/api/bars/*', 'internal'),
      opens(PAGES.barAccess, first(typed, shows('Ocorreu um erro ao verificar o bar'))),
    ),
  },
}
