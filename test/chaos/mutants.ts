import type { Mutation } from './bundle-mutant.ts'
import type { FlawKind } from './checker.ts'

export type Mutant = {
  title: string
  /** What the checker must say of it, among whatever else it says. */
  flaw: FlawKind
  mutation: Mutation
}

/** Each breaks one promise on purpose; a harness that lets one pass is of no use. */
export const MUTANTS: readonly Mutant[] = [
  {
    title: 'acknowledges before it stores',
    flaw: 'lost',
    mutation: {
      'worker/room/message-table.ts': [
        [
          '  add(conversation: string,',
          '  add(...m: [string, Message]) { setTimeout(() => this.store(...m), 30) }\n  store(conversation: string,',
        ],
      ],
    },
  },
  {
    title: 'does not recognise a repeated id',
    flaw: 'doubled',
    mutation: {
      'worker/room/chat-log.ts': [['conversation.recent.get(messageId)', 'undefined']],
    },
  },
  {
    title: 'keeps presence in memory',
    flaw: 'presence',
    mutation: {
      'worker/room/doorway.ts': [
        ['noteDropped(personId, now, onlineUntil)', 'noteDropped(personId, now, now)'],
      ],
    },
  },
  {
    title: 'tells everybody',
    flaw: 'stranger',
    mutation: {
      'worker/room/deliveries.ts': [['this.#socketsOf(partner.id)', 'this.#parts.sockets.all()']],
    },
  },
  {
    title: 'resumes without an epoch',
    flaw: 'people',
    mutation: {
      'worker/room/feed.ts': [['epoch === this.epoch ?', 'epoch ?']],
      'worker/room/told-facts.ts': [['missed < 0 || ', '']],
    },
  },
]
