import { address } from '#contract/address.ts'
import { PAGES } from '#contract/pages.ts'
import type { PublicPerson } from '#contract/person.ts'
import { refusalText } from '#contract/texts/chat.ts'
import { layerTexts } from '#contract/texts/layers.ts'
import { peopleTexts } from '#contract/texts/people.ts'
import type { FakeRoom } from '#test/fakes/fake-server.ts'
import { EPOCH } from '#test/fakes/fake-server.ts'
import { aPerson, conversation, NOW, ODD_PEOPLE, people, TALK, YOU } from '#test/fakes/people.ts'
import type { Scenes, Step } from '#test/screens/scene.ts'
import { fill, opens, press, sends, shows, steps } from '#test/screens/scene.ts'

const PARTNER = aPerson(1, { name: 'Bruno', photo: '/media/profiles/portrait-7.webp' })

const talkingTo = (partner: PublicPerson, scene: Partial<FakeRoom>, ...then: Step[]): Step =>
  steps(
    (server) =>
      server.enterRoom({
        people: [partner, ...people(6).filter(({ id }) => id !== partner.id)],
        unread: { [partner.id]: 0 },
        ...scene,
      }),
    opens(
      ({ bar }) => address(PAGES.chat, { barId: bar.id, userId: partner.id }),
      shows(`Conversa com ${partner.name}`),
    ),
    ...then,
  )

const talking = (scene: Partial<FakeRoom>, ...then: Step[]): Step =>
  talkingTo(PARTNER, scene, ...then)

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

const mayNotify: Step = (server) =>
  server.before(
    () => Object.defineProperty(Notification, 'permission', { get: () => 'default' }),
    null,
  )

const onIphone: Step = (server) =>
  server.before(() => {
    Reflect.deleteProperty(window, 'PushManager')
    Object.defineProperty(navigator, 'userAgent', { get: () => 'iPhone' })
  }, null)

export const chat: Scenes = {
  'chat-partner-typing': talking(
    TALK_HISTORY,
    // The part that shows who is typing loads after the conversation.
    ({ page }) => page.waitForLoadState('networkidle'),
    sends({ type: 'typing', personId: PARTNER.id }),
    shows(peopleTexts.typing),
  ),
  'chat-message-menu': talking(
    TALK_HISTORY,
    shows('Guardada'),
    ({ page }) => page.locator('#messages-hint').waitFor({ state: 'attached' }),
    ({ page }) => page.getByText('Bora dividir uma porção?').click({ button: 'right' }),
    shows(layerTexts.copy),
  ),
  'chat-loading': talking({ history: 'loading' }),
  'chat-empty': talking({ unread: {} }),
  chat: talking(TALK_HISTORY),
  'chat-notices': {
    isOfPhone: true,
    reach: steps(
      mayNotify,
      talking({ history: conversation(PARTNER, UNANSWERED.slice(0, 1)) }, shows(/^Avisar quando/)),
    ),
  },
  'chat-notices-iphone': {
    isOfPhone: true,
    reach: steps(
      onIphone,
      talking(
        { history: conversation(PARTNER, UNANSWERED.slice(0, 1)) },
        shows(/toque em Compartilhar/),
      ),
    ),
  },
  'chat-long-name': talkingTo(LONG_NAMED, { history: conversation(LONG_NAMED, TALK) }),
  'chat-unbroken-name': {
    bar: 'long',
    reach: talkingTo(UNBROKEN, {
      people: [{ ...UNBROKEN, online: false }],
      history: conversation(UNBROKEN, TALK),
    }),
  },
  'chat-right-to-left': talkingTo(ARABIC, { history: conversation(ARABIC, EDGES) }),
  'chat-unsent': async (server) => {
    const stored = toOutbox(server.bar.id, [
      ['Esta não foi', 'rate_limited'],
      ['Nem esta', 'storage_full'],
      ['Esta está indo', null],
    ])
    const asked = [shows('Esta está indo'), shows(refusalText('storage_full', PARTNER.name))]
    await talking({ ...TALK_HISTORY, stored }, ...asked)(server)
  },
  'chat-refused': talking(
    { ...TALK_HISTORY, refuses: 'rate_limited' },
    fill('Mensagem', 'E aí, vem?'),
    press('Enviar'),
    shows('Failed to send message'),
  ),
  'chat-elsewhere': talking(
    { ...TALK_HISTORY, people: [{ ...PARTNER, away: true }, WRITER] },
    shows('pode demorar a ver'),
    ({ page }) => page.waitForLoadState('networkidle'),
    sends({
      type: 'message',
      unread: 3,
      message: {
        id: aPerson(9).id,
        number: 3,
        from: WRITER.id,
        to: YOU.id,
        createdAt: NOW,
        text: 'Oi! Guardei um lugar pra você na mesa 12',
      },
    }),
    shows(`${WRITER.name}: Oi!`),
  ),
  'chat-unanswered': talking(
    { history: conversation(PARTNER, UNANSWERED) },
    shows('Espere Bruno responder.'),
  ),
  'chat-asked': {
    reach: talking({ history: conversation(PARTNER, ASKED) }, shows('Agora não')),
    isOfPhone: true,
  },
  'chat-earlier': talking(
    { history: conversation(PARTNER, [...TALK, ...TALK.slice(2)]), hasEarlier: true },
    async ({ page }) => {
      await page.getByRole('log').evaluate((log) => log.scrollTo(0, 0))
      await page.getByRole('button', { name: 'Ir para as mais novas' }).waitFor()
    },
  ),
  'chat-failed': talking({ history: 'internal' }, shows('As mensagens ainda não chegaram')),
  'chat-offline-partner': talking({ people: [{ ...PARTNER, online: false }], unread: {} }),
  'chat-left': talking(
    TALK_HISTORY,
    shows('Guardada'),
    sends({
      type: 'events',
      epoch: EPOCH,
      number: 2,
      total: 6,
      online: 5,
      events: [{ kind: 'left', personId: PARTNER.id, name: PARTNER.name }],
    }),
    shows('Bruno saiu do bar'),
  ),
  'chat-ended': talking(
    TALK_HISTORY,
    shows('Guardada'),
    sends({ type: 'conversationEnded', personId: PARTNER.id }),
    shows('Esta conversa terminou.'),
  ),
  'chat-typing': talking(TALK_HISTORY, fill('Mensagem', 'Tá bom! '.repeat(118))),
  'chat-too-long': talking(TALK_HISTORY, fill('Mensagem', 'Tá bom! '.repeat(130))),
  'chat-no-connection': talking(
    TALK_HISTORY,
    shows('Guardada'),
    (server) => server.disconnect(),
    shows('Sem conexão'),
  ),
}
