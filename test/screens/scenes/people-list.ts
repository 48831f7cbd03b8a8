import { toApi, toPage } from '#contract/paths.ts'
import { CLOSE } from '#contract/protocol.ts'
import { peopleTexts } from '#contract/texts/people.ts'
import type { FakeServer } from '#test/fakes/fake-server.ts'
import { EPOCH } from '#test/fakes/fake-server.ts'
import { aPerson, ODD_PEOPLE, people, YOU } from '#test/fakes/people.ts'
import type { Scenes, Step } from '#test/screens/scene.ts'
import { fill, inList, press, shows, showsDialog, steps } from '#test/screens/scene.ts'

const UNREAD = { [aPerson(3).id]: 1, [aPerson(5).id]: 12, [aPerson(2).id]: 0 }
const EIGHT = { people: people(8), unread: UNREAD }

const there = shows('Ana Beatriz')
const ownProfile = steps(press('Seu perfil'), showsDialog)

/** More than three arrivals or departures at once share a toast. */
const rush: Step = (server: FakeServer) => {
  const newcomers = Array.from({ length: 6 }, (_, index) => aPerson(60 + index))
  const gone = people(5)
  server.send({
    ...{ type: 'events', epoch: EPOCH, number: 12, total: 10, online: 9 },
    events: [
      ...newcomers.map((person) => ({ kind: 'entered', person }) as const),
      ...gone.map(({ id, name }) => ({ kind: 'left', personId: id, name }) as const),
    ],
  })
  return shows('pessoas entraram no bar')(server)
}

export const peopleList: Scenes = {
  'list-loading': {
    title: 'List on its way',
    reach: inList({ people: [], answers: false }),
  },
  'list-alone': { title: 'Alone in the bar', reach: inList({ people: [] }) },
  'list-1': { title: 'One more person', reach: inList({ people: people(1) }) },
  'list-8': { title: 'Eight people, unread messages', reach: inList(EIGHT) },
  'list-300': { title: '300 people', reach: inList({ people: people(300), unread: UNREAD }) },
  'list-odd': {
    title: 'Names at the edges',
    reach: inList({ people: ODD_PEOPLE, unread: { [ODD_PEOPLE[0]?.id ?? '']: 120 } }),
  },
  'list-found': {
    title: 'Looking for somebody',
    reach: inList({ people: people(40) }, ({ page }) => page.getByRole('searchbox').fill('mar')),
  },
  'list-not-found': {
    title: 'Nobody of that name',
    reach: inList({ people: people(20) }, ({ page }) =>
      page.getByRole('searchbox').fill('Ninguém'),
    ),
  },
  'list-offline': {
    title: 'List without a connection',
    reach: inList(EIGHT, async (server) => {
      await there(server)
      await server.disconnect()
      await shows('Sem conexão')(server)
    }),
  },
  'list-full': {
    title: 'Coming back to a full bar',
    reach: inList(EIGHT, async (server) => {
      await there(server)
      await server.disconnect(CLOSE.barFull)
      await shows(peopleTexts.barFull)(server)
    }),
  },
  'list-never': {
    title: 'List that cannot be loaded',
    reach: async (server) => {
      await server.enterRoom({ people: [] })
      await server.disconnect()
      await server.open(toPage.table(server.bar.id, YOU.id))
      await shows('Sem conexão')(server)
      await shows(peopleTexts.loadFailed)(server)
    },
  },
  'list-toasts': {
    title: 'People come and go',
    reach: inList({ people: people(8) }, async (server) => {
      await there(server)
      const [come, gone] = [aPerson(40, { name: 'Teodora' }), aPerson(2)]
      server.send({
        ...{ type: 'events', epoch: EPOCH, number: 3, total: 9, online: 8 },
        events: [
          { kind: 'entered', person: come },
          { kind: 'left', personId: gone.id, name: gone.name },
        ],
      })
      await shows('Teodora entrou no bar')(server)
    }),
  },
  'list-rush': {
    title: 'Many people come and go',
    reach: inList({ people: people(9) }, steps(there, rush)),
  },
  'list-signal': {
    title: 'A sound for new messages',
    reach: inList(EIGHT, async (server) => {
      await server.page.getByRole('switch', { name: peopleTexts.signal }).click()
      await shows(peopleTexts.signalOn)(server)
    }),
  },
  'list-unknown-partner': {
    title: 'A conversation with nobody',
    reach: async (server) => {
      await server.enterRoom({ people: people(3) })
      await server.open(toPage.chat(server.bar.id, aPerson(700).id))
      await shows(peopleTexts.unknownPartner)(server)
    },
  },
  leaving: {
    title: 'Leaving',
    reach: inList({ people: people(8) }, async (server) => {
      await server.hang(toApi.leaving(server.bar.id))
      await press('Sair do Bar')(server)
      await shows('Saindo do bar')(server)
    }),
  },
  'own-profile': {
    title: 'Own profile',
    reach: inList({ people: people(8) }, ownProfile),
  },
  'own-profile-missing': {
    title: 'Own profile without a table',
    reach: inList(
      { people: people(8) },
      steps(ownProfile, fill('Número da mesa', ''), press('Salvar'), shows('Digite o número')),
    ),
  },
}
