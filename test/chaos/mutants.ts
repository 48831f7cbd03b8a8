import type { Mutation } from '#test/mutants/mutation.ts'
import type { FlawKind } from './checker.ts'

export type Mutant = {
  title: string
  /** What the checker must say of it, among whatever else it says. */
  flaw: FlawKind
  mutation: Mutation
  /** Nothing of it shows as long as the server lives: it is the kill that the harness must see. */
  isSoundUnkilled?: true
}

/** In the process's memory and nowhere else: until when somebody without a socket is online. */
const REMEMBER = (personId: string, until: string): string =>
  `((globalThis.graces ??= new Map()).set(${personId}, ${until}), 0)`
const REMEMBERED = (personId: string): string => `(globalThis.graces?.get(${personId}) ?? 0)`

/** Each breaks one promise on purpose; a harness that lets one pass is of no use. */
export const MUTANTS: readonly Mutant[] = [
  {
    title: 'acknowledges before it stores',
    flaw: 'lost',
    mutation: {
      'worker/room/messages.ts': [
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
      'worker/room/conversations.ts': [['conversation.recent.get(messageId)', 'undefined']],
    },
  },
  {
    title: 'keeps presence in memory',
    flaw: 'presence',
    isSoundUnkilled: true,
    mutation: {
      // Nobody's grace is stored; it is read where it is remembered.
      'worker/room/people.ts': [
        [
          'enteredAt + TIMINGS.offlineGraceMs}, NULL,',
          `${REMEMBER('person.id', 'enteredAt + TIMINGS.offlineGraceMs')}}, NULL,`,
        ],
        [
          `now + TIMINGS.offlineGraceMs} WHERE id = \${id}`,
          `${REMEMBER('id', 'now + TIMINGS.offlineGraceMs')}} WHERE id = \${id}`,
        ],
        ['onlineUntil}\n      WHERE', `${REMEMBER('personId', 'onlineUntil')}}\n      WHERE`],
        ['onlineUntil: row.online_until,', `onlineUntil: ${REMEMBERED('row.id')},`],
        ['...readable }', `...readable, onlineUntil: ${REMEMBERED('id')} }`],
      ],
      // And who was connected is not written with the alarm.
      'worker/room/presence.ts': [['if (text === saved.text && !hasPublished) return', 'return']],
    },
  },
  {
    title: 'tells everybody',
    flaw: 'stranger',
    mutation: {
      'worker/room/chat.ts': [
        [
          'deliver(message.to, socketsOf(message.to))',
          'deliver(message.to, this.#parts.sockets.all())',
        ],
      ],
    },
  },
  {
    title: 'resumes without an epoch',
    flaw: 'people',
    isSoundUnkilled: true,
    mutation: {
      'worker/room/broadcast.ts': [
        ['epoch !== this.#epoch || number', 'number'],
        ['missed < 0 || ', ''],
      ],
    },
  },
]

/** Hostile bytes must find each. */
export const HOSTILE_MUTANTS: readonly Pick<Mutant, 'title' | 'mutation'>[] = [
  {
    title: 'throws at a body that is no JSON',
    mutation: {
      'worker/http/input.ts': [
        [
          "throw new CodedError('invalid_request', 'the body is not JSON')",
          "throw new Error('JSON')",
        ],
      ],
    },
  },
  {
    title: 'throws at a bar that cannot be',
    mutation: {
      'worker/http/input.ts': [
        ["if (!barId) throw new CodedError('bar_not_found')", "if (!barId) throw new Error('bar')"],
      ],
    },
  },
  {
    title: 'throws at a frame that is no JSON',
    mutation: {
      'worker/room/frames.ts': [
        ['  } catch {\n    return null', "  } catch {\n    throw new Error('JSON')"],
      ],
    },
  },
  {
    title: 'throws at a binary frame',
    mutation: {
      'worker/room/frames.ts': [
        [
          "if (typeof frame !== 'string') {",
          "if (typeof frame !== 'string') {\n      throw new Error('binary')",
        ],
      ],
    },
  },
  {
    title: 'takes a form with more fields than it has',
    mutation: {
      'contract/profile-form.ts': [
        ['enterRequestSchema = v.strictObject(', 'enterRequestSchema = v.object('],
      ],
    },
  },
]
