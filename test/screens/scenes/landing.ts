import { PAGES } from '#contract/pages.ts'
import { people } from '#test/fakes/people.ts'
import type { Scenes } from '#test/screens/scene.ts'
import { inList, opens, shows, steps } from '#test/screens/scene.ts'

/** The landing page, legal texts and error pages. */
export const landing: Scenes = {
  landing: opens(PAGES.landing),
  'landing-inside': steps(
    (server) => server.enterRoom({ people: people(3) }),
    opens(PAGES.landing, shows('Continuar em')),
  ),
  'landing-receipt': inList(
    { people: people(3) },
    shows('Ana Beatriz'),
    (server) => server.endVisit('left'),
    shows('Bar desconectado'),
    shows('Acessar um Bar'),
  ),
  'not-found': opens('/nada-aqui'),
  offline: opens('/sem-conexao'),
  terms: { isWhole: true, reach: opens(PAGES.terms, shows('Como conviver')) },
  privacy: { isWhole: true, reach: opens(PAGES.privacy, shows('Seus direitos')) },
  safety: { isWhole: true, reach: opens(PAGES.safety, shows('O que você pode fazer')) },
  accessibility: { isWhole: true, reach: opens(PAGES.accessibility, shows('O que queremos')) },
  'for-bars': { isWhole: true, reach: opens(PAGES.forBars, shows('Quanto custa')) },
  crashed: {
    isFirst: true,
    reach: steps(
      (server) => server.abort('/assets/legal-page-*.js'),
      opens(PAGES.terms, shows('Algo deu errado')),
    ),
  },
  unstarted: {
    isFirst: true,
    reach: steps(
      (server) => server.abort('/assets/shared-*.js'),
      opens(PAGES.landing, shows('não terminou')),
    ),
  },
}
