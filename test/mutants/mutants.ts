import type { Mutation } from './mutation.ts'

/** A check taken out of the source, and the test that must fail without it. */
export interface Mutant {
  title: string
  mutation: Mutation
  file: string
  /** The title of a test in that file, or its beginning. */
  test: string
}

const inMatrix = (title: string, test: string, mutation: Mutation): Mutant => ({
  ...{ title, test, mutation },
  file: 'worker/routes/authorisation.test.ts',
})

/** The matrix alone must find each. */
export const AUTHORISATION_MUTANTS: readonly Mutant[] = [
  inMatrix('takes a secret of another bar', 'T5 T11 T27 T34 who reads what', {
    'worker/middleware/visit.ts': [['if (claim?.barId !== barId)', 'if (!claim)']],
  }),
  inMatrix('mounts a route before the guard', 'T8 T11 T27 T34 POST /api/admin/media/logos', {
    'worker/routes/admin.ts': [
      [".route('/', adminLogin)", ".route('/', adminLogin).route('/', adminMedia)"],
    ],
  }),
  inMatrix('does not ask how old a session is', 'T5 T11 T27 T34 who reads what', {
    'worker/db/admin-sessions.ts': [
      [
        `gt(adminSessions.expiresAt, now),
        gt(adminSessions.lastUsedAt, now - TIMINGS.adminSessionIdleMs),`,
        '',
      ],
    ],
  }),
  inMatrix('lists every bar to everybody', 'T5 T11 T27 T34 who reads what', {
    'worker/db/bars-of.ts': [
      [
        'and(isNull(bars.deletedAt), inArray(bars.id, barIdsOf(account.id, memberRoles)))',
        'isNull(bars.deletedAt)',
      ],
    ],
  }),
  inMatrix('does not ask for the right', 'T8 T11 T27 T34 DELETE /api/admin/bars/:barId/people', {
    'worker/middleware/signed-in.ts': [
      ["if (!mayIn(accountOf(c), barId, act)) throw new CodedError('bar_not_found')", ''],
    ],
  }),
  inMatrix('lets everybody upload pictures', 'T8 T11 T27 T34 POST /api/admin/media/logos', {
    'worker/middleware/signed-in.ts': [
      ["if (!may(accountOf(c), act)) throw new CodedError('not_found')", ''],
    ],
  }),
  inMatrix('shows phones to staff', 'T5 T11 T27 T34 who reads what', {
    'worker/routes/admin-monitor.ts': [
      ['seesPhones ? people : people.map(withoutPhone)', 'seesPhones ? people : people'],
    ],
  }),
  inMatrix(
    'ends the membership of anybody',
    'T8 T11 T27 T34 DELETE /api/admin/bars/:barId/team/:accountId',
    {
      'worker/routes/team.ts': [
        [
          'const role = await findMemberRole(c.env.DB, accountOf(c), barId, memberId)\n    if (!role || !mayIn(',
          "const role = 'staff' as 'owner' | 'staff'\n    if (!role || !mayIn(",
        ],
      ],
    },
  ),
  inMatrix('ends anybody’s session', 'T8 T11 T27 T34 DELETE /api/admin/sessions/:sessionId', {
    'worker/db/admin-sessions.ts': [['eq(adminSessions.adminId, adminId),', '']],
  }),
  inMatrix(
    'takes a device key of another bar',
    'T8 T11 T27 T34 POST /api/bars/:barId/people/recognise',
    {
      'worker/routes/people.ts': [
        [
          'if (claim?.barId !== barId) return null\n  return Date.now()',
          'if (!claim) return null\n  return Date.now()',
        ],
      ],
    },
  ),
  inMatrix('lets a removed browser in', 'T8 T11 T27 T34 POST /api/bars/:barId/people', {
    'worker/room/entering.ts': [["if (removals.isRemoved(mark, now)) return 'removed'", '']],
  }),
  inMatrix('writes to whoever is named', 'T4 T5 T8 the message say', {
    'worker/policy/may-write.ts': [
      ["if (!context.partnerExists) return refuse('person_not_found')", ''],
    ],
  }),
  inMatrix('reads the conversations of others', 'T5 T11 T27 T34 who reads what', {
    'worker/room/visits.ts': [
      [
        'const conversation = conversations.between(person.id, partnerId)',
        'const [of] = conversations.summaries(partnerId)\nconst conversation = conversations.between(partnerId, of?.personId ?? person.id)',
      ],
    ],
  }),
  inMatrix('tells the phone', 'T4 T5 T8 the message find', {
    'worker/policy/views.ts': [['photo: person.photo,', 'photo: person.phone,']],
  }),
  inMatrix('hears who is not there any more', 'T4 T5 T8 the message say', {
    'worker/room/bar-room.ts': [
      [
        'const person = this.#findPerson(readAttachment(socket))\n      if (!person) return this.#sockets',
        'const person = this.#people.find(readAttachment(socket).personId)\n      if (!person) return this.#sockets',
      ],
    ],
  }),
]

/** Generated cases must find each. */
export const PROPERTY_MUTANTS: readonly Mutant[] = [
  {
    title: 'takes a role in one bar for a role in every bar',
    file: 'worker/policy/rights.test.ts',
    test: 'T34 in a bar, editBar',
    mutation: {
      'worker/policy/rights.ts': [
        [
          'const role = roleIn(account, barId)\n',
          'const role = roleIn(account, barId) ?? roleOf(account)\n',
        ],
      ],
    },
  },
  {
    title: 'refills a bucket without end',
    file: 'contract/bucket.test.ts',
    test: 'T14 whatever the clock does',
    mutation: {
      'contract/bucket.ts': [
        [
          'Math.min(size.burst, tokens + seconds * size.perSecond)',
          'tokens + seconds * size.perSecond',
        ],
      ],
    },
  },
  {
    title: 'throws at a text that is no mark',
    file: 'worker/auth/tokens.test.ts',
    test: 'T3 whatever a token is made of',
    mutation: { 'worker/auth/tokens.ts': [['MARK.exec(text) ?? []', 'MARK.exec(text)']] },
  },
  {
    title: 'takes any text for an epoch',
    file: 'worker/room/rpc.test.ts',
    test: 'T44 whatever a page asks its upgrade for',
    mutation: { 'contract/protocol.ts': [['v.regex(/^[\\w-]{1,36}$/)', 'v.maxLength(36)']] },
  },
  {
    title: 'reads another phone in what it has read',
    file: 'contract/normalisers.test.ts',
    test: 'T41 a phone is read in one way',
    mutation: {
      'contract/phone.ts': [
        ['INTERNATIONAL.test(dense) ? dense', 'INTERNATIONAL.test(dense) ? dense.slice(0, -1)'],
      ],
    },
  },
  {
    title: 'drops an event of a frame that it knows partly',
    file: 'web/socket/room-state.test.ts',
    test: 'R12 however events are cut',
    mutation: {
      'web/socket/room-state.ts': [['(frame.number - number)', '(frame.number - number - 1)']],
    },
  },
  {
    title: 'waits for an answer of a lost connection',
    file: 'web/socket/outbox.test.ts',
    test: 'R1 R30 whatever happens',
    mutation: {
      'web/socket/outbox.ts': [
        ['  connected(): void {\n    this.#inFlight.clear()', '  connected(): void {'],
        ['clearTimeout(this.#answerTimer)\n    this.#inFlight.clear()', ''],
      ],
    },
  },
  {
    title: 'takes a conversation with a hole for whole',
    file: 'web/socket/history-sync.test.ts',
    test: 'R13 whatever is heard',
    mutation: {
      'web/socket/conversation.ts': [['number === through + 1', 'number > through']],
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
