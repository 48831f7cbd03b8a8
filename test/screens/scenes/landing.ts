import { PAGES } from '#contract/paths.ts'
import { people } from '#test/screens/cast.ts'
import type { Scenes } from '#test/screens/scene.ts'
import { first, opens, shows } from '#test/screens/scene.ts'
import { seated } from './seated.ts'

/** The first screen, the last one, and what stands beside the ways of the app. */
export const landing: Scenes = {
  landing: { title: 'Landing', sample: true, play: opens(PAGES.landing) },
  'landing-receipt': {
    title: 'Landing, after a visit that was left',
    sample: true,
    play: seated({ people: people(3) }, async (stage) => {
      await shows('Ana Beatriz')(stage)
      await stage.endVisit('left')
      await shows('Bar desconectado')(stage)
      await shows('Acessar um Bar')(stage)
    }),
  },
  'not-found': { title: '404', sample: true, play: opens('/nada-aqui') },
  offline: { title: 'No connection', sample: true, play: opens('/sem-conexao') },
  terms: { title: 'Terms', play: opens(PAGES.terms) },
  privacy: { title: 'Privacy', play: opens(PAGES.privacy) },
  crashed: {
    title: 'A page whose part did not come',
    sample: true,
    play: first(
      (stage) => stage.lose('/assets/legal-page-*.js'),
      opens(PAGES.terms, shows('Algo deu errado')),
    ),
  },
  unstarted: {
    title: 'A drawn page whose scripts did not come',
    play: first(
      (stage) => stage.lose('/assets/core-*.js'),
      opens(PAGES.landing, shows('não terminou')),
    ),
  },
  'unstarted-blank': {
    title: 'An undrawn page whose scripts did not come',
    play: first(
      (stage) => stage.lose('/assets/index-*.js'),
      opens(PAGES.adminLogin, shows('não terminou')),
    ),
  },
}
