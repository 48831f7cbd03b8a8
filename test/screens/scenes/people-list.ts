import { toApi, toPage } from '#contract/paths.ts'
import { CLOSE } from '#contract/protocol.ts'
import { peopleTexts } from '#contract/texts/people.ts'
import { aPerson, ODD_PEOPLE, people } from '#test/screens/cast.ts'
import type { Play, Scenes } from '#test/screens/scene.ts'
import { fill, first, press, shows, showsDialog } from '#test/screens/scene.ts'
import type { Stage } from '#test/screens/stage.ts'
import { seated } from './seated.ts'

const UNREAD = { [aPerson(3).id]: 1, [aPerson(5).id]: 12, [aPerson(2).id]: 0 }
const EIGHT = { people: people(8), unread: UNREAD }

const there = shows('Ana Beatriz')
const ownProfile = first(press('Seu perfil'), showsDialog)

/** More than three in a moment are told in one notice each way. */
const rush: Play = (stage: Stage) => {
  const newcomers = Array.from({ length: 6 }, (_, index) => aPerson(60 + index))
  const gone = people(5)
  stage.tell({
    ...{ type: 'events', epoch: 'gallery', number: 12, total: 10, online: 9 },
    events: [
      ...newcomers.map((person) => ({ kind: 'entered', person }) as const),
      ...gone.map(({ id, name }) => ({ kind: 'left', personId: id, name }) as const),
    ],
  })
  return shows('pessoas entraram no bar')(stage)
}

export const peopleList: Scenes = {
  'list-loading': {
    title: 'List on its way',
    sample: true,
    play: seated({ people: [], answers: false }),
  },
  'list-alone': { title: 'Alone in the bar', sample: true, play: seated({ people: [] }) },
  'list-1': { title: 'One more person', play: seated({ people: people(1) }) },
  'list-8': { title: 'Eight people, unread messages', sample: true, play: seated(EIGHT) },
  'list-300': { title: '300 people', play: seated({ people: people(300), unread: UNREAD }) },
  'list-odd': {
    title: 'Names at the edges',
    sample: true,
    play: seated({ people: ODD_PEOPLE, unread: { [ODD_PEOPLE[0]?.id ?? '']: 120 } }),
  },
  'list-found': {
    title: 'Looking for somebody',
    play: seated({ people: people(40) }, ({ page }) => page.getByRole('searchbox').fill('mar')),
  },
  'list-not-found': {
    title: 'Nobody of that name',
    play: seated({ people: people(20) }, ({ page }) => page.getByRole('searchbox').fill('Ninguém')),
  },
  'list-offline': {
    title: 'List without a connection',
    sample: true,
    play: seated(EIGHT, async (stage) => {
      await there(stage)
      await stage.cut()
      await shows('Sem conexão')(stage)
    }),
  },
  'list-full': {
    title: 'Coming back to a full bar',
    sample: true,
    play: seated(EIGHT, async (stage) => {
      await there(stage)
      await stage.cut(CLOSE.barFull)
      await shows(peopleTexts.barFull)(stage)
    }),
  },
  'list-never': {
    title: 'List that cannot be loaded',
    play: async (stage) => {
      await stage.sitDown({ people: [] })
      await stage.cut()
      await stage.open(toPage.table(stage.bar.id, '7'))
      await shows('Sem conexão')(stage)
      await shows(peopleTexts.loadFailed)(stage)
    },
  },
  'list-toasts': {
    title: 'People come and go',
    sample: true,
    play: seated({ people: people(8) }, async (stage) => {
      await there(stage)
      const [come, gone] = [aPerson(40, { name: 'Teodora' }), aPerson(2)]
      stage.tell({
        ...{ type: 'events', epoch: 'gallery', number: 3, total: 9, online: 8 },
        events: [
          { kind: 'entered', person: come },
          { kind: 'left', personId: gone.id, name: gone.name },
        ],
      })
      await shows('Teodora entrou no bar')(stage)
    }),
  },
  'list-rush': {
    title: 'Many people come and go',
    play: seated({ people: people(9) }, first(there, rush)),
  },
  'list-signal': {
    title: 'A sound for new messages',
    play: seated(EIGHT, async (stage) => {
      await stage.page.getByRole('switch', { name: peopleTexts.signal }).click()
      await shows(peopleTexts.signalOn)(stage)
    }),
  },
  'list-unknown-partner': {
    title: 'A conversation with nobody',
    play: async (stage) => {
      await stage.sitDown({ people: people(3) })
      await stage.open(toPage.chat(stage.bar.id, aPerson(700).id))
      await shows(peopleTexts.unknownPartner)(stage)
    },
  },
  leaving: {
    title: 'Leaving',
    sample: true,
    play: seated({ people: people(8) }, async (stage) => {
      await stage.silence(toApi.leaving(stage.bar.id))
      await press('Sair do Bar')(stage)
      await shows('Saindo do bar')(stage)
    }),
  },
  'own-profile': {
    title: 'Own profile',
    sample: true,
    play: seated({ people: people(8) }, ownProfile),
  },
  'own-profile-missing': {
    title: 'Own profile without a table',
    play: seated(
      { people: people(8) },
      first(ownProfile, fill('Número da mesa', ''), press('Salvar'), shows('Digite o número')),
    ),
  },
}
