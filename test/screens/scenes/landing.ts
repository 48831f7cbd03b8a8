import { PAGES } from '#contract/paths.ts'
import { people } from '#test/fakes/people.ts'
import type { Scenes } from '#test/screens/scene.ts'
import { inList, opens, shows, steps } from '#test/screens/scene.ts'

/** The landing page, legal texts and error pages. */
export const landing: Scenes = {
  landing: { title: 'Landing', reach: opens(PAGES.landing) },
  'landing-receipt': {
    title: 'Landing, after a visit that was left',
    reach: inList({ people: people(3) }, async (server) => {
      await shows('Ana Beatriz')(server)
      await server.endVisit('left')
      await shows('Bar desconectado')(server)
      await shows('Acessar um Bar')(server)
    }),
  },
  'not-found': { title: '404', reach: opens('/nada-aqui') },
  offline: { title: 'No connection', reach: opens('/sem-conexao') },
  terms: { title: 'Terms', isWhole: true, reach: opens(PAGES.terms, shows('Como conviver')) },
  privacy: { title: 'Privacy', isWhole: true, reach: opens(PAGES.privacy, shows('Seus direitos')) },
  safety: {
    title: 'Safety',
    isWhole: true,
    reach: opens(PAGES.safety, shows('O que você pode fazer')),
  },
  accessibility: {
    title: 'Accessibility',
    isWhole: true,
    reach: opens(PAGES.accessibility, shows('O que queremos')),
  },
  'for-bars': {
    title: 'For bar owners',
    isWhole: true,
    reach: opens(PAGES.forBars, shows('Quanto custa')),
  },
  crashed: {
    title: 'A page whose part did not come',
    isFirst: true,
    reach: steps(
      (server) => server.abort('/assets/legal-page-*.js'),
      opens(PAGES.terms, shows('Algo deu errado')),
    ),
  },
  unstarted: {
    title: 'A drawn page whose scripts did not come',
    isFirst: true,
    reach: steps(
      (server) => server.abort('/assets/shared-*.js'),
      opens(PAGES.landing, shows('não terminou')),
    ),
  },
  'unstarted-blank': {
    title: 'An undrawn page whose scripts did not come',
    isFirst: true,
    reach: steps(
      (server) => server.abort('/assets/index-*.js'),
      opens(PAGES.adminLogin, shows('não terminou')),
    ),
  },
}
