import { MINUTE_MS } from '#contract/durations.ts'
import type { Interest } from '#contract/interest.ts'
import type { Message } from '#contract/message.ts'
import type { OwnPerson, PublicPerson } from '#contract/person.ts'

/** A Friday night, shortly before midnight in São Paulo. */
export const NOW = Date.parse('2026-11-20T23:42:00-03:00')

const id = (index: number): string =>
  `00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`

const NAMES = [
  'Ana Beatriz',
  'Bruno',
  'Camila',
  'Diego',
  'Érica',
  'Fábio',
  'Gi',
  'Heitor',
  'Ísis',
  'João Pedro',
  'Karol',
  'Lucas',
  'Marina',
  'Nando',
  'Otávia',
  'Paulinha',
  'Quitéria',
  'Rafa',
  'Sofia',
  'Tom',
  'Úrsula',
  'Vítor',
  'Wesley',
  'Xande',
  'Yasmin',
  'Zeca',
]
const INTERESTS: (Interest | null)[] = ['all', 'men', 'women', 'all', null]

export function aPerson(index: number, change: Partial<PublicPerson> = {}): PublicPerson {
  const turn = Math.floor(index / NAMES.length)
  const name = `${NAMES[index % NAMES.length]}${turn > 0 ? ` ${turn + 1}` : ''}`
  return {
    id: id(index + 1),
    name,
    table: String(((index * 7) % 24) + 1),
    photo: index % 3 === 0 ? `/media/profiles/portrait-${index % 12}.webp` : null,
    interest: INTERESTS[index % INTERESTS.length] ?? null,
    online: index % 4 !== 3,
    ...change,
  }
}

export const YOU: OwnPerson = {
  ...aPerson(900, { name: 'Helena', table: '7', photo: '/media/profiles/portrait-4.webp' }),
  interest: 'all',
  showsInterest: true,
  phone: '+5511987654321',
  online: true,
}

export function people(count: number): PublicPerson[] {
  return Array.from({ length: count }, (_, index) => aPerson(index))
}

/** Names at the limits of the form: long, without a space, in other scripts, of emoji. */
export const ODD_PEOPLE: PublicPerson[] = [
  'Maria Aparecida de Souza e Albuquerque ✨',
  'Wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww',
  'مريم عبد الرحمن',
  'דניאל כהן',
  '李小龍',
  '🍻🥂🍾',
  '👩‍👩‍👧‍👦 Família',
  'Zoë Ñandú d’Ávila',
  'I',
].map((name, index) =>
  aPerson(index, { name, photo: null, table: index === 1 ? 'VARANDA DO 2' : String(index) }),
)

/** A conversation with `partner`, numbered from 1; each line has its sender and age. */
export function conversation(
  partner: PublicPerson,
  lines: [who: 'you' | 'them', minutesAgo: number, text: string][],
): Message[] {
  return lines.map(([who, minutesAgo, text], index) => ({
    id: id(10_000 + index),
    number: index + 1,
    from: who === 'you' ? YOU.id : partner.id,
    to: who === 'you' ? partner.id : YOU.id,
    text,
    createdAt: NOW - minutesAgo * MINUTE_MS,
  }))
}

export const TALK: Parameters<typeof conversation>[1] = [
  ['them', 1_470, 'Cheguei agora, tô na mesa do fundo'],
  ['you', 1_466, 'Já te vi!'],
  ['them', 38, 'Oi, Helena! Essa banda é boa demais'],
  ['them', 38, 'Você vem sempre aqui?'],
  ['you', 36, 'Quase toda sexta. O chope daqui é o melhor da Vila'],
  ['you', 36, 'E o bolinho de bacalhau também 😄'],
  ['them', 31, 'Bora dividir uma porção?'],
  ['them', 31, 'Tô na mesa 12, do lado do palco'],
  ['you', 4, 'Bora! Só vou pedir mais um chope e já vou aí.\nGuarda uma cadeira?'],
  ['them', 2, 'Guardada 🍻'],
]
