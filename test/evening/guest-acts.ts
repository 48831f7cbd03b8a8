import { PICTURES } from '#test/fakes/pictures.ts'
import { aSubscriber } from '#test/fakes/push-service.ts'
import { idOf } from '#test/fakes/room.ts'
import type { Guest } from './guest.ts'
import type { Scene } from './staff.ts'
import type { World } from './world.ts'

const NOBODY = idOf(0)
/** A phone alone finds a person only after their grace. */
const OFFLINE_AFTER_MS = 9_000
const OUTSIDE = '203.0.113.99'
const PHOTOS = [
  `data:image/png;base64,${PICTURES.png}`,
  `data:image/webp;base64,${PICTURES.lossyWebp}`,
]
const INTERESTS = ['all', 'men', 'women'] as const
const HELP_KINDS = ['harassed', 'unwell', 'leaving'] as const
const REPORT_REASONS = ['harassment', 'insult', 'other'] as const
/** The last word of an endpoint tells the test's push service how to answer. */
const ENDPOINTS = ['works', 'works', 'gone', 'broken']

const subscribers = new Map<string, ReturnType<typeof aSubscriber>>()

/** The browser of an endpoint: the same in both versions. */
export function subscriberOf(endpoint: string): ReturnType<typeof aSubscriber> {
  const known = subscribers.get(endpoint) ?? aSubscriber(endpoint)
  subscribers.set(endpoint, known)
  return known
}

export function endpointOf(name: string, kind: number): string {
  return `https://fcm.googleapis.com/fcm/send/${name}-${ENDPOINTS[kind % ENDPOINTS.length]}`
}

interface Parts {
  world: World
  guests: readonly Guest[]
  nextId: () => string
  /** The night's code of a bar, as the staff tell it. */
  codeOf: (barId: string) => string | null
}

export function guestActs({ world, guests, nextId, codeOf }: Parts) {
  const { wire } = world

  const profileOf = (guest: Guest, kind: number, isKnown: boolean) => ({
    attempt: nextId(),
    name: guest.name,
    phone: kind % 4 === 0 ? null : guest.phone,
    photo: kind % 3 === 0 ? (PHOTOS[kind % 2] ?? null) : null,
    interest: INTERESTS[kind % 3],
    showsInterest: kind % 2 === 0,
    table: `${1 + (kind % 9)}`,
    ...(isKnown ? guest.kept : { deviceKey: null, mark: null }),
    entryCode: typedCode(guest, kind),
  })
  /** Returns the night's code, now and then a wrong one or none. */
  const typedCode = (guest: Guest, kind: number) => {
    const code = codeOf(guest.barId)
    return kind % 7 === 0 ? '000000' : kind % 7 === 1 ? null : code
  }

  /** The next guest who is not in the bar enters. */
  const comeIn = async (first: number, kind: number) => {
    const inTurn = guests.map((_, at) => guests[(first + at) % guests.length] as Guest)
    const guest = inTurn.find(({ isHere }) => !isHere)
    if (!guest) return
    const profile = profileOf(guest, kind, kind % 5 !== 0)
    const isIn = await guest.enter(profile)
    // The answer was lost: the browser asks again.
    if (kind % 11 === 0) await guest.enter(profile)
    if (isIn && kind % 9 !== 0) await guest.open()
  }
  /** Opens a page for a guest without one. */
  const withPage = async (guest: Guest) => {
    if (!guest.openPage && guest.visit) await guest.open()
    await world.settle()
    return guest.openPage
  }
  const send = async (guest: Guest, ...frames: (object | string)[]) => {
    const page = await withPage(guest)
    for (const frame of frames) if (page) await world.send(page, frame)
  }
  const say = async (guest: Guest, to: string, text = `frase ${nextId().slice(-4)}`) => {
    const id = nextId()
    guest.lastSaid = { id, to }
    await send(guest, wire.say(id, to, text))
  }
  const look = async (guest: Guest, isHidden: boolean) => {
    await withPage(guest)
    await guest.look(isHidden)
  }
  const close = async (guest: Guest, code: number) => {
    if (guest.openPage) await world.close(guest.openPage, code)
  }
  const idOfGuest = ({ visit }: Guest) => visit?.id ?? NOBODY

  return {
    enterElsewhere: async ({ guest, kind }: Scene) => {
      if (await guest.enter(profileOf(guest, kind, false))) await guest.open()
    },
    recover: async ({ guest, kind }: Scene) => {
      const owner = guest.visit
      for (const { socket } of guest.pages) {
        if (socket.closed === null) await world.send(socket, wire.look(false))
        await world.close(socket, 1000)
      }
      await world.passTime(OFFLINE_AFTER_MS)
      const isIn = await guest.enter({ ...profileOf(guest, kind, false), phone: guest.phone })
      if (!isIn) return
      await guest.open()
      if (kind % 2 === 0 || !owner) return
      guest.visit = owner
      await guest.open()
    },
    continueAs: async ({ guest, kind }: Scene) => {
      await guest.continueAs()
      if (kind % 2 === 0) await guest.open()
    },
    recognise: async ({ guest }: Scene) => {
      const { deviceKey } = guest.kept
      if (deviceKey) await guest.ask(wire.recognise(guest.barId, deviceKey))
    },
    look: async ({ guest }: Scene) => {
      await guest.ask(wire.publicBar(guest.barId))
      await guest.ask(wire.online(guest.barId))
    },
    open: ({ guest }: Scene) => guest.open(),
    resume: async ({ guest }: Scene) => {
      await close(guest, 1000)
      await guest.open(guest.lostPage?.place)
    },
    lose: ({ guest }: Scene) => close(guest, 1000),
    closePage: ({ guest }: Scene) => close(guest, 3000),
    fallSilent: async ({ guest }: Scene) => {
      if (guest.openPage) guest.openPage.isAlive = false
    },
    hide: ({ guest }: Scene) => look(guest, true),
    show: ({ guest }: Scene) => look(guest, false),
    say: ({ guest, other }: Scene) => say(guest, idOfGuest(other)),
    repeat: async ({ guest }: Scene) => {
      if (guest.lastSaid)
        await send(guest, wire.say(guest.lastSaid.id, guest.lastSaid.to, 'de novo'))
    },
    sayOddly: async ({ guest, other, kind }: Scene) => {
      if (kind % 4 === 0) return say(guest, NOBODY)
      if (kind % 4 === 1) return say(guest, idOfGuest(guest))
      await say(guest, idOfGuest(other), kind % 4 === 2 ? 'é'.repeat(1_000) : '👩‍👩‍👧 tudo bem?')
    },
    sayMuch: async ({ guest, other }: Scene) => {
      for (let times = 0; times < 12; times += 1) await say(guest, idOfGuest(other))
    },
    read: ({ guest, other, kind }: Scene) => send(guest, wire.read(idOfGuest(other), kind % 12)),
    fold: async ({ guest, other, kind }: Scene) => {
      if (kind % 2 === 0) await say(other, idOfGuest(guest))
      await send(guest, wire.fold(idOfGuest(other)))
    },
    history: async ({ guest, other, kind }: Scene) => {
      const place = [{}, { after: 1 }, { before: 3 }][kind % 3] ?? {}
      await send(guest, wire.history(idOfGuest(other), place))
    },
    page: ({ guest, other, kind }: Scene) =>
      send(
        guest,
        wire.page(kind % 2 === 0 ? null : { id: idOfGuest(other), online: kind % 4 === 1 }),
      ),
    search: ({ guest, other, kind }: Scene) =>
      send(guest, wire.search(kind % 2 === 0 ? other.name.slice(0, 2) : `${kind % 9}`)),
    find: ({ guest, other }: Scene) => send(guest, wire.find(idOfGuest(other))),
    nonsense: () =>
      send(guests[0] as Guest, '{"type":"nonsense"}', '{"type":"read"}', wire.confirm('x')),
    bigFrame: () => send(guests[1] as Guest, `{"type":"say","text":"${'x'.repeat(9_000)}"}`),
    edit: async ({ guest, kind }: Scene) => {
      const changes = [
        { table: `${kind % 20}` },
        { name: `${guest.name} ${kind % 3}` },
        { showsInterest: kind % 2 === 0, interest: INTERESTS[kind % 3] },
        { phone: kind % 3 === 0 ? null : guest.phone },
      ]
      await guest.ask(wire.edit(guest.barId, changes[kind % changes.length] ?? {}))
    },
    changePhoto: async ({ guest, kind }: Scene) => {
      const photo = kind % 3 === 0 ? null : PHOTOS[kind % 2]
      await guest.ask(wire.edit(guest.barId, { photo }))
    },
    ownData: async ({ guest }: Scene) => {
      await guest.ask(wire.ownData(guest.barId))
    },
    subscribe: async ({ guest, kind }: Scene) => {
      const { subscription } = await subscriberOf(endpointOf(guest.name, kind))
      await guest.ask(wire.subscribe(guest.barId, subscription))
    },
    unsubscribe: async ({ guest }: Scene) => {
      await guest.ask(wire.unsubscribe(guest.barId))
    },
    leave: async ({ guest }: Scene) => {
      await guest.ask(wire.leave(guest.barId))
    },
    block: async ({ guest, other }: Scene) => {
      await guest.ask(wire.block(guest.barId, idOfGuest(other)))
      guest.blocked.push(idOfGuest(other))
    },
    unblock: async ({ guest, other }: Scene) => {
      await guest.ask(wire.unblock(guest.barId, guest.blocked.shift() ?? idOfGuest(other)))
    },
    listBlocks: async ({ guest }: Scene) => {
      await guest.ask(wire.blocks(guest.barId))
    },
    report: async ({ guest, other, kind }: Scene) => {
      const report = {
        attempt: nextId(),
        personId: idOfGuest(other),
        reason: REPORT_REASONS[kind % REPORT_REASONS.length],
        note: `nota ${kind % 100}`,
        withMessages: kind % 2 === 0,
      }
      await guest.ask(wire.report(guest.barId, report))
      if (kind % 5 === 0) await guest.ask(wire.report(guest.barId, report))
      const another = { ...report, attempt: nextId() }
      if (kind % 5 === 1) await guest.ask(wire.report(guest.barId, another))
    },
    callHelp: async ({ guest, kind }: Scene) => {
      guest.helpId = nextId()
      const call = { id: guest.helpId, kind: HELP_KINDS[kind % HELP_KINDS.length] }
      await guest.ask(wire.callHelp(guest.barId, call))
      if (kind % 4 === 0) await guest.ask(wire.callHelp(guest.barId, call))
    },
    withdrawHelp: async ({ guest }: Scene) => {
      if (guest.helpId) await guest.ask(wire.withdrawHelp(guest.barId, guest.helpId))
    },
    enter: ({ first, kind }: Scene) => comeIn(first, kind),
    /** A new person tries to enter a paused bar. */
    knock: async (barId: string, kind: number) => {
      const guest = guests.find((one) => one.barId === barId)
      if (guest)
        await guest.ask(wire.enter(barId, { ...profileOf(guest, kind, false), name: OUTSIDE }))
    },
  }
}
