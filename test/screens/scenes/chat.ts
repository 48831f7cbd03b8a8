import { toPage } from '#contract/paths.ts'
import type { FakeRoom } from '#test/fakes/fake-server.ts'
import { EPOCH } from '#test/fakes/fake-server.ts'
import { aPerson, conversation, NOW, ODD_PEOPLE, people, TALK, YOU } from '#test/fakes/people.ts'
import type { Scenes, Step } from '#test/screens/scene.ts'
import { fill, press, shows } from '#test/screens/scene.ts'

const PARTNER = aPerson(1, { name: 'Bruno', photo: '/media/profiles/portrait-7.webp' })

const talking =
  (scene: Partial<FakeRoom>, then?: Step, partner = PARTNER): Step =>
  async (server) => {
    const unread = { [partner.id]: 0 }
    await server.enterRoom({
      people: [partner, ...people(6).filter(({ id }) => id !== partner.id)],
      unread,
      ...scene,
    })
    await server.open(toPage.chat(server.bar.id, partner.id))
    await shows(`Conversa com ${partner.name}`)(server)
    await then?.(server)
  }

const WRITER = aPerson(5, { name: 'Teodora' })
const TALK_HISTORY = { history: conversation(PARTNER, TALK) }
const [LONG_NAMED = PARTNER, UNBROKEN = PARTNER, ARABIC = PARTNER] = ODD_PEOPLE

/** Messages that the page could not send before a reload. */
const toOutbox = (barId: string, entries: [text: string, refusal: string | null][]) => ({
  outbox: JSON.stringify({
    [barId]: entries.map(([text, refusal], index) => ({
      id: `00000000-0000-4000-9000-00000000000${index}`,
      to: PARTNER.id,
      text,
      writtenAt: NOW - 30_000,
      refusal,
    })),
  }),
})

const EDGES: typeof TALK = [
  ['them', 20, `K${'k'.repeat(78)}`],
  ['you', 19, 'مرحبا، هل تشرب شيئا؟'],
  ['them', 18, '🍻'],
  [
    'you',
    17,
    `${'Eu tava pensando em pedir a porção grande, mas só se você ajudar. '.repeat(6)}Topa?`,
  ],
  [
    'them',
    16,
    'https://exemplo.com.br/um-endereco-comprido-demais/que-nao-tem-onde-quebrar?x=1234567890',
  ],
]

const UNANSWERED: typeof TALK = [
  ['you', 9, 'Oi! Gostei da sua camisa do Galo'],
  ['you', 9, 'Tá esperando alguém?'],
  ['you', 4, '🍻'],
]
const ASKED: typeof TALK = [
  ['them', 3, 'Oi, tudo bem?'],
  ['them', 2, 'Vi que você também tá na mesa do lado do palco'],
]

const mayNotify =
  (then: Step): Step =>
  async (server) => {
    await server.before(
      () => Object.defineProperty(Notification, 'permission', { get: () => 'default' }),
      null,
    )
    await then(server)
  }

const onIphone =
  (then: Step): Step =>
  async (server) => {
    await server.before(() => {
      Reflect.deleteProperty(window, 'PushManager')
      Object.defineProperty(navigator, 'userAgent', { get: () => 'iPhone' })
    }, null)
    await then(server)
  }

export const chat: Scenes = {
  'chat-loading': {
    title: 'Conversation on its way',
    reach: talking({ history: 'loading' }),
  },
  'chat-empty': { title: 'Nothing said yet', reach: talking({ unread: {} }) },
  chat: { title: 'Conversation', reach: talking(TALK_HISTORY) },
  'chat-notices': {
    title: 'The question for notices, below a first message',
    isOfPhone: true,
    reach: mayNotify(talking({ history: conversation(PARTNER, TALK) }, shows(/^Avisar quando/))),
  },
  'chat-notices-iphone': {
    title: 'Where an iPhone has notices',
    isOfPhone: true,
    reach: onIphone(talking({ history: conversation(PARTNER, TALK) }, shows('Avisos no iPhone'))),
  },
  'chat-edges': {
    title: 'Messages at the edges',
    reach: talking({ history: conversation(PARTNER, EDGES) }),
  },
  'chat-long-name': {
    title: 'Somebody with a long name',
    reach: talking({ history: conversation(LONG_NAMED, TALK) }, undefined, LONG_NAMED),
  },
  'chat-unbroken-name': {
    title: 'Somebody whose name has no space, offline',
    bar: 'long',
    reach: talking(
      { people: [{ ...UNBROKEN, online: false }], history: conversation(UNBROKEN, TALK) },
      undefined,
      UNBROKEN,
    ),
  },
  'chat-right-to-left': {
    title: 'Somebody with an Arabic name',
    reach: talking({ history: conversation(ARABIC, EDGES) }, undefined, ARABIC),
  },
  'chat-unsent': {
    title: 'Sending, and refused',
    reach: async (server) => {
      const stored = toOutbox(server.bar.id, [
        ['Esta não foi', 'rate_limited'],
        ['Esta está indo', null],
      ])
      await talking({ ...TALK_HISTORY, stored }, shows('Esta está indo'))(server)
    },
  },
  'chat-refused': {
    title: 'A message that the room refuses',
    reach: talking({ ...TALK_HISTORY, refuses: 'rate_limited' }, async (server) => {
      await fill('Mensagem', 'E aí, vem?')(server)
      await press('Enviar')(server)
      await shows('Failed to send message')(server)
    }),
  },
  'chat-elsewhere': {
    title: 'Somebody else writes, and the partner looks away',
    reach: talking(
      { ...TALK_HISTORY, people: [{ ...PARTNER, away: true }, WRITER] },
      async (server) => {
        await shows('pode demorar a ver')(server)
        await server.page.waitForLoadState('networkidle')
        const said = { from: WRITER.id, to: YOU.id, createdAt: NOW }
        server.send({
          type: 'message',
          unread: 3,
          message: {
            ...said,
            id: aPerson(9).id,
            number: 3,
            text: 'Oi! Guardei um lugar pra você na mesa 12',
          },
        })
        await shows(`${WRITER.name}: Oi!`)(server)
      },
    ),
  },
  'chat-unanswered': {
    title: 'Three messages without an answer',
    reach: talking(
      { history: conversation(PARTNER, UNANSWERED) },
      shows('Espere Bruno responder.'),
    ),
  },
  'chat-asked': {
    title: 'Somebody wrote first',
    reach: talking({ history: conversation(PARTNER, ASKED) }, shows('Agora não')),
    isOfPhone: true,
  },
  'chat-earlier': {
    title: 'Reading what was said before',
    reach: talking(
      { history: conversation(PARTNER, [...TALK, ...TALK.slice(2)]), hasEarlier: true },
      async ({ page }) => {
        await page.getByRole('log').evaluate((log) => log.scrollTo(0, 0))
        await page.getByRole('button', { name: 'Ir para as mais novas' }).waitFor()
      },
    ),
  },
  'chat-failed': {
    title: 'Messages that could not be loaded',
    reach: talking({ history: 'internal' }, shows('As mensagens ainda não chegaram')),
  },
  'chat-offline-partner': {
    title: 'A first message to somebody offline',
    reach: talking({ people: [{ ...PARTNER, online: false }], unread: {} }),
  },
  'chat-left': {
    title: 'The other one has left',
    reach: talking(TALK_HISTORY, async (server) => {
      await shows('Guardada')(server)
      const left = { kind: 'left', personId: PARTNER.id, name: PARTNER.name } as const
      server.send({
        type: 'events',
        epoch: EPOCH,
        number: 2,
        total: 6,
        online: 5,
        events: [left],
      })
      await shows('Bruno saiu do bar')(server)
    }),
  },
  'chat-ended': {
    title: 'A conversation that has ended',
    reach: talking(TALK_HISTORY, async (server) => {
      await shows('Guardada')(server)
      server.send({ type: 'conversationEnded', personId: PARTNER.id })
      await shows('Esta conversa terminou.')(server)
    }),
  },
  'chat-typing': {
    title: 'A long message being written',
    reach: talking(TALK_HISTORY, fill('Mensagem', 'Tá bom! '.repeat(118))),
  },
  'chat-too-long': {
    title: 'A message that has come to its end',
    reach: talking(TALK_HISTORY, fill('Mensagem', 'Tá bom! '.repeat(130))),
  },
  'chat-no-connection': {
    title: 'Conversation without a connection',
    reach: talking(TALK_HISTORY, async (server) => {
      await shows('Guardada')(server)
      await server.disconnect()
      await shows('Sem conexão')(server)
    }),
  },
}
