/** The requests of pages and boards, and the frames that they send, as the earlier commit knows them. */

interface Ask {
  path: string
  method?: string
  json?: unknown
}

type Place = { epoch: string; number: number }
type Frame = Record<string, unknown>
type HistoryPlace = { before?: number; after?: number }

const bar = (barId: string) => `/api/bars/${barId}`
const adminBar = (barId: string) => `/api/admin/bars/${barId}`
const get = (path: string): Ask => ({ path })
const put = (path: string, json?: unknown): Ask => ({ path, method: 'PUT', json })
const post = (path: string, json?: unknown): Ask => ({ path, method: 'POST', json })
const remove = (path: string, json?: unknown): Ask => ({ path, method: 'DELETE', json })

const EARLIER = {
  origin: 'https://brinde.test',
  headersOf: (secret: string) => ({ Authorization: `Bearer ${secret}` }),
  cookieOf: (session: string) => `__Host-admin=${session}`,

  // A person.
  enter: (barId: string, profile: object) => post(`${bar(barId)}/people`, profile),
  recognise: (barId: string, deviceKey: string) =>
    post(`${bar(barId)}/people/recognise`, { deviceKey }),
  continueAs: (barId: string, deviceKey: string) =>
    post(`${bar(barId)}/people/continue`, { deviceKey }),
  edit: (barId: string, changes: object) => ({
    path: `${bar(barId)}/visit`,
    method: 'PATCH',
    json: changes,
  }),
  ownData: (barId: string) => get(`${bar(barId)}/visit`),
  leave: (barId: string) => remove(`${bar(barId)}/visit`),
  subscribe: (barId: string, subscription: object) =>
    put(`${bar(barId)}/visit/notices`, subscription),
  unsubscribe: (barId: string) => remove(`${bar(barId)}/visit/notices`),
  blocks: (barId: string) => get(`${bar(barId)}/visit/blocks`),
  block: (barId: string, personId: string) => put(`${bar(barId)}/visit/blocks/${personId}`),
  unblock: (barId: string, personId: string) => remove(`${bar(barId)}/visit/blocks/${personId}`),
  report: (barId: string, report: object) => post(`${bar(barId)}/visit/reports`, report),
  callHelp: (barId: string, call: object) => put(`${bar(barId)}/visit/help`, call),
  withdrawHelp: (barId: string, id: string) => remove(`${bar(barId)}/visit/help`, { id }),
  history: (personId: string, place: HistoryPlace): Frame => ({
    type: 'history',
    personId,
    ...place,
  }),
  publicBar: (barId: string) => get(bar(barId)),
  online: (barId: string) => get(`${bar(barId)}/online`),
  upgrade: (barId: string, secret: string, place: Place | null) => ({
    path: `${bar(barId)}/socket${place ? `?epoch=${place.epoch}&number=${place.number}` : ''}`,
    protocols: `brinde.v1, ${secret}`,
  }),
  say: (id: string, to: string, text: string): Frame => ({ type: 'say', id, to, text }),
  read: (personId: string, through: number): Frame => ({ type: 'read', personId, through }),
  fold: (personId: string): Frame => ({ type: 'fold', personId }),
  look: (isHidden: boolean): Frame => ({ type: isHidden ? 'hidden' : 'visible' }),
  confirm: (token: string): Frame => ({ type: 'confirm', token }),
  page: (after: object | null): Frame => ({ type: 'page', after }),
  search: (text: string): Frame => ({ type: 'search', text }),
  find: (personId: string): Frame => ({ type: 'find', personId }),

  // The staff.
  board: (barId: string) => ({
    path: `${adminBar(barId)}/board`,
    protocols: 'brinde-board.v2',
  }),
  helpShown: (id: string, rings: boolean): Frame => ({ type: 'helpShown', ids: [id], rings }),
  monitor: () => ({ path: '/api/admin/monitor/socket', protocols: 'brinde-monitor.v3' }),
  pollMonitor: (barIds: string[]) => get(`/api/admin/monitor?bars=${barIds.join()}`),
  answerHelp: (barId: string, personId: string, id: string, answer: string) =>
    put(`${adminBar(barId)}/people/${personId}/help`, { id, answer }),
  removals: (barId: string) => get(`${adminBar(barId)}/removals`),
  remove: (barId: string, personId: string, reason: string) =>
    put(`${adminBar(barId)}/removals/${personId}`, { reason }),
  undoRemoval: (barId: string, personId: string) =>
    remove(`${adminBar(barId)}/removals/${personId}`),
  reports: (barId: string) => get(`${adminBar(barId)}/reports`),
  closedReports: (barId: string) => get(`${adminBar(barId)}/reports/closed`),
  closeReport: (barId: string, id: string) => put(`${adminBar(barId)}/reports/${id}/closing`),
  removeReported: (barId: string, id: string, reason: string) =>
    put(`${adminBar(barId)}/reports/${id}/removal`, { reason }),
  reportMessages: (barId: string, id: string) => post(`${adminBar(barId)}/reports/${id}/messages`),
  reportPhoto: (barId: string, id: string, photo: string) =>
    get(`${adminBar(barId)}/reports/${id}/photos/${photo}`),
  entryCode: (barId: string) => get(`${adminBar(barId)}/entry-code`),
  switchEntryCode: (barId: string, ask: string) => put(`${adminBar(barId)}/entry-code`, { ask }),
  renewEntryCode: (barId: string) => post(`${adminBar(barId)}/entry-code/renewal`),
  countPeople: (barId: string) => get(`${adminBar(barId)}/people`),
  empty: (barId: string) => remove(`${adminBar(barId)}/people`),
  countNetwork: (barId: string, personId: string) =>
    get(`${adminBar(barId)}/people/${personId}/network`),
  clearNetwork: (barId: string, personId: string) =>
    remove(`${adminBar(barId)}/people/${personId}/network`),
  phone: (barId: string, personId: string) => post(`${adminBar(barId)}/people/${personId}/phone`),
  pause: (barId: string) => put(`${adminBar(barId)}/pause`),
  reopen: (barId: string) => remove(`${adminBar(barId)}/pause`),
  hours: (barId: string) => get(`${adminBar(barId)}/hours`),
  staffNotices: (subscription: object) => put('/api/admin/notices', subscription),
  signOut: () => remove('/api/admin/session'),
  leaveTeam: (barId: string, accountId: string) => remove(`${adminBar(barId)}/team/${accountId}`),
  deleteBar: (barId: string, name: string) => remove(adminBar(barId), { name }),
}

export type Wire = typeof EARLIER

/** A change of an address, or of a frame that pages send, replaces its line here. */
const TREE: Wire = EARLIER

export const WIRES = { earlier: EARLIER, tree: TREE }
