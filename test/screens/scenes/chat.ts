import { toPage } from '#contract/paths.ts'
import { aPerson, conversation, NOW, ODD_PEOPLE, people, TALK } from '#test/screens/cast.ts'
import type { Play, Scenes } from '#test/screens/scene.ts'
import { fill, press, shows } from '#test/screens/scene.ts'
import type { RoomScene } from '#test/screens/stage.ts'

const PARTNER = aPerson(1, { name: 'Bruno', photo: '/media/profiles/portrait-7.webp' })

const talking =
  (scene: Partial<RoomScene>, then?: Play, partner = PARTNER): Play =>
  async (stage) => {
    const unread = { [partner.id]: 0 }
    await stage.sitDown({
      people: [partner, ...people(6).filter(({ id }) => id !== partner.id)],
      unread,
      ...scene,
    })
    await stage.open(toPage.chat(stage.bar.id, partner.id))
    await shows(`Conversa com ${partner.name}`)(stage)
    await then?.(stage)
  }

const TALK_HISTORY = { history: conversation(PARTNER, TALK) }
const [LONG_NAMED = PARTNER, UNBROKEN = PARTNER, ARABIC = PARTNER] = ODD_PEOPLE

/** What an earlier life of the page could not send. */
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

export const chat: Scenes = {
  'chat-loading': {
    title: 'Conversation on its way',
    sample: true,
    play: talking({ history: 'loading' }),
  },
  'chat-empty': { title: 'Nothing said yet', sample: true, play: talking({ unread: {} }) },
  chat: { title: 'Conversation', sample: true, play: talking(TALK_HISTORY) },
  'chat-edges': {
    title: 'Messages at the edges',
    sample: true,
    play: talking({ history: conversation(PARTNER, EDGES) }),
  },
  'chat-long-name': {
    title: 'Somebody with a long name',
    play: talking({ history: conversation(LONG_NAMED, TALK) }, undefined, LONG_NAMED),
  },
  'chat-unbroken-name': {
    title: 'Somebody whose name has no space, offline',
    bar: 'long',
    play: talking(
      { people: [{ ...UNBROKEN, online: false }], history: conversation(UNBROKEN, TALK) },
      undefined,
      UNBROKEN,
    ),
  },
  'chat-right-to-left': {
    title: 'Somebody with an Arabic name',
    play: talking({ history: conversation(ARABIC, EDGES) }, undefined, ARABIC),
  },
  'chat-unsent': {
    title: 'Sending, and refused',
    sample: true,
    play: async (stage) => {
      const stored = toOutbox(stage.bar.id, [
        ['Esta não foi', 'rate_limited'],
        ['Esta está indo', null],
      ])
      await talking({ ...TALK_HISTORY, stored }, shows('Esta está indo'))(stage)
    },
  },
  'chat-refused': {
    title: 'A message that the room refuses',
    play: talking({ ...TALK_HISTORY, refuses: 'rate_limited' }, async (stage) => {
      await fill('Mensagem', 'E aí, vem?')(stage)
      await press('Enviar')(stage)
      await shows('Failed to send message')(stage)
    }),
  },
  'chat-earlier': {
    title: 'Reading what was said before',
    play: talking(
      { history: conversation(PARTNER, [...TALK, ...TALK.slice(2)]), hasEarlier: true },
      async ({ page }) => {
        await page.getByRole('log').evaluate((log) => log.scrollTo(0, 0))
        await page.getByRole('button', { name: 'Ir para as mais novas' }).waitFor()
      },
    ),
  },
  'chat-failed': {
    title: 'Messages that could not be loaded',
    sample: true,
    play: talking({ history: 'internal' }, shows('Não foi possível carregar')),
  },
  'chat-offline-partner': {
    title: 'A first message to somebody offline',
    play: talking({ people: [{ ...PARTNER, online: false }], unread: {} }),
  },
  'chat-left': {
    title: 'The other one has left',
    sample: true,
    play: talking(TALK_HISTORY, async (stage) => {
      await shows('Guardada')(stage)
      const left = { kind: 'left', personId: PARTNER.id, name: PARTNER.name } as const
      stage.tell({
        type: 'events',
        epoch: 'gallery',
        number: 2,
        total: 6,
        online: 5,
        events: [left],
      })
      await shows('Bruno saiu do bar')(stage)
    }),
  },
  'chat-typing': {
    title: 'A long message being written',
    play: talking(TALK_HISTORY, fill('Mensagem', 'Tá bom! '.repeat(118))),
  },
  'chat-too-long': {
    title: 'A message that has come to its end',
    play: talking(TALK_HISTORY, fill('Mensagem', 'Tá bom! '.repeat(130))),
  },
  'chat-no-connection': {
    title: 'Conversation without a connection',
    play: talking(TALK_HISTORY, async (stage) => {
      await shows('Guardada')(stage)
      await stage.cut()
      await shows('Sem conexão')(stage)
    }),
  },
}
