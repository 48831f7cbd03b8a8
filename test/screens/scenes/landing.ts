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
  terms: { title: 'Terms', reach: opens(PAGES.terms) },
  privacy: { title: 'Privacy', reach: opens(PAGES.privacy) },
  safety: { title: 'Safety', reach: opens(PAGES.safety) },
  accessibility: { title: 'Accessibility', reach: opens(PAGES.accessibility) },
  'for-bars': { title: 'For bar owners', reach: opens(PAGES.forBars) },
  crashed: {
    title: 'A page whose part did not come',
    reach: steps(
      (server) => server.abort('/assets/legal-page-*.js'),
      opens(PAGES.terms, shows('Algo deu errado')),
    ),
  },
  unstarted: {
    title: 'A drawn page whose scripts did not come',
    reach: steps(
      (server) => server.abort('/assets/shared-*.js'),
      opens(PAGES.landing, shows('não terminou')),
    ),
  },
  'unstarted-blank': {
    title: 'An undrawn page whose scripts did not come',
    reach: steps(
      (server) => server.abort('/assets/index-*.js'),
      opens(PAGES.adminLogin, shows('não terminou')),
    ),
  },
}
