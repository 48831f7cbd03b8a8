import { endpointOf, subscriberOf } from './guest-acts.ts'
import type { Scene, Staff } from './staff.ts'
import type { World } from './world.ts'

const ANSWERS = ['coming', 'resolved'] as const
const REASONS = ['harassment', 'insult', 'other'] as const
const CHOICES = ['on', 'on', 'off', 'hour'] as const
const toReport = ({ report }: { report: { id: string } }) => report

const PHOTOS = ['reporter', 'reporter-thumbnail', 'reported', 'reported-thumbnail'] as const

interface Parts {
  world: World
  barIds: readonly string[]
  admin: Staff
  /** A member of the staff of the first bar. */
  member: Staff
  codes: Map<string, string | null>
  knock: (barId: string, kind: number) => Promise<void>
}

export function staffActs({ world, barIds, admin, member, codes, knock }: Parts) {
  const { wire } = world
  const removed: string[] = []
  let reports: { id: string }[] = []

  const learnCode = async (barId: string) => {
    const { body } = await admin.ask(wire.entryCode(barId))
    codes.set(barId, body.code ?? null)
  }
  const aReport = (kind: number) => reports[kind % Math.max(reports.length, 1)]?.id

  return {
    openBoard: ({ desk, guest }: Scene) => desk.openBoard(guest.barId),
    closeBoard: async ({ desk, guest }: Scene) => {
      const board = desk.boards.get(guest.barId)
      if (board) await world.close(board, 1000)
    },
    showHelp: async ({ desk, guest, kind }: Scene) => {
      await desk.openBoard(guest.barId)
      const board = desk.boards.get(guest.barId)
      if (!board || !guest.visit || !guest.helpId) return
      await world.send(board, wire.helpShown(guest.helpId, kind % 3 !== 0))
    },
    openMonitor: ({ desk }: Scene) => desk.openMonitor(),
    closeMonitor: async ({ desk }: Scene) => {
      if (desk.monitor) await world.close(desk.monitor, 1000)
    },
    poll: async ({ desk }: Scene) => {
      await desk.ask(wire.pollMonitor([...barIds]))
    },
    answerHelp: async ({ desk, guest, kind }: Scene) => {
      if (!guest.visit || !guest.helpId) return
      const answer = ANSWERS[kind % ANSWERS.length] ?? 'coming'
      await desk.ask(wire.answerHelp(guest.barId, guest.visit.id, guest.helpId, answer))
    },
    remove: async ({ desk, guest, kind }: Scene) => {
      if (!guest.visit) return
      const reason = REASONS[kind % REASONS.length] ?? 'other'
      await desk.ask(wire.remove(guest.barId, guest.visit.id, reason))
      removed.push(guest.visit.id)
    },
    listRemovals: async ({ desk, guest }: Scene) => {
      await desk.ask(wire.removals(guest.barId))
    },
    undoRemoval: async ({ desk, guest }: Scene) => {
      const personId = removed.shift()
      if (personId) await desk.ask(wire.undoRemoval(guest.barId, personId))
    },
    listReports: async ({ desk, guest, kind }: Scene) => {
      const list = kind % 4 === 0 ? wire.closedReports : wire.reports
      const { status, body } = await desk.ask(list(guest.barId))
      if (status === 200) reports = body.reports ?? body.cards.map(toReport)
    },
    closeReport: async ({ desk, guest, kind }: Scene) => {
      const id = aReport(kind)
      if (id) await desk.ask(wire.closeReport(guest.barId, id))
    },
    removeReported: async ({ desk, guest, kind }: Scene) => {
      const id = aReport(kind)
      if (id) await desk.ask(wire.removeReported(guest.barId, id, REASONS[kind % 3] ?? 'other'))
    },
    readReport: async ({ desk, guest, kind }: Scene) => {
      const id = aReport(kind)
      if (!id) return
      await desk.ask(wire.reportMessages(guest.barId, id))
      for (const photo of PHOTOS) await desk.ask(wire.reportPhoto(guest.barId, id, photo))
    },
    switchCode: async ({ desk, guest, kind }: Scene) => {
      const choice = CHOICES[kind % CHOICES.length] ?? 'off'
      await desk.ask(wire.switchEntryCode(guest.barId, choice))
      await learnCode(guest.barId)
    },
    renewCode: async ({ desk, guest }: Scene) => {
      await desk.ask(wire.renewEntryCode(guest.barId))
      await learnCode(guest.barId)
    },
    readPhone: async ({ desk, guest }: Scene) => {
      if (guest.visit) await desk.ask(wire.phone(guest.barId, guest.visit.id))
    },
    readHours: async ({ desk, guest }: Scene) => {
      await desk.ask(wire.hours(guest.barId))
    },
    clearNetwork: async ({ desk, guest }: Scene) => {
      if (!guest.visit) return
      await desk.ask(wire.countNetwork(guest.barId, guest.visit.id))
      await desk.ask(wire.clearNetwork(guest.barId, guest.visit.id))
    },
    empty: async ({ desk, guest }: Scene) => {
      await desk.ask(wire.countPeople(guest.barId))
      await desk.ask(wire.empty(guest.barId))
    },
    pause: async ({ desk, guest, kind }: Scene) => {
      await desk.ask(wire.pause(guest.barId))
      await knock(guest.barId, kind)
      await admin.ask(wire.reopen(guest.barId))
    },
    signOut: ({ desk }: Scene) => desk.signOut(),
    endMembership: async () => {
      const [barId = ''] = barIds
      await admin.ask(wire.leaveTeam(barId, member.accountId))
      await world.settle()
      await member.ask(wire.removals(barId))
      await member.join(barId)
    },
    staffNotices: async ({ desk, kind }: Scene) => {
      const { subscription } = await subscriberOf(endpointOf(desk.role, kind))
      await desk.ask(wire.staffNotices(subscription))
    },
    deleteBar: async ({ guest }: Scene) => {
      await admin.ask(wire.deleteBar(guest.barId, `Bar ${guest.barId}`))
    },
  }
}
