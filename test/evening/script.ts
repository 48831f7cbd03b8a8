/** The weight of each act. Its actor, target and variant are random. */
const WEIGHTS = {
  enter: 30,
  enterElsewhere: 8,
  recover: 7,
  continueAs: 8,
  recognise: 3,
  look: 3,
  open: 24,
  resume: 20,
  lose: 18,
  closePage: 8,
  fallSilent: 6,
  hide: 12,
  show: 8,
  say: 80,
  repeat: 6,
  sayOddly: 6,
  sayMuch: 3,
  read: 22,
  fold: 7,
  history: 9,
  page: 5,
  search: 8,
  find: 5,
  nonsense: 3,
  bigFrame: 1,
  edit: 14,
  changePhoto: 6,
  ownData: 3,
  subscribe: 10,
  unsubscribe: 2,
  leave: 10,
  block: 6,
  unblock: 4,
  listBlocks: 3,
  report: 10,
  callHelp: 11,
  withdrawHelp: 4,
  openBoard: 10,
  closeBoard: 4,
  showHelp: 6,
  openMonitor: 7,
  closeMonitor: 3,
  poll: 5,
  answerHelp: 10,
  remove: 6,
  listRemovals: 3,
  undoRemoval: 6,
  listReports: 6,
  closeReport: 4,
  removeReported: 3,
  readReport: 4,
  switchCode: 6,
  renewCode: 2,
  readPhone: 3,
  readHours: 3,
  clearNetwork: 3,
  empty: 1,
  pause: 4,
  signOut: 2,
  endMembership: 1,
  staffNotices: 5,
  wait: 22,
  waitLong: 3,
  sleep: 8,
  sleepMonitor: 2,
  crash: 2,
  sweep: 2,
  // The script places these itself.
  deleteBar: 0,
  stayTooLong: 0,
  goHome: 0,
  endNight: 0,
  readStored: 0,
}
export type Act = keyof typeof WEIGHTS

/** One act: its actor, target and variant, and the pause after it. */
export interface Step {
  act: Act
  who: number
  whom: number
  kind: number
  restMs: number
}

const RESTS_MS = [0, 300, 500, 500, 1_100, 2_500]

/** Storage is compared after this many steps. */
const READ_EVERY = 100
/** How a night ends. The last of the guests is in the bar that is deleted. */
const END: readonly Act[] = [
  'openBoard',
  'enter',
  'deleteBar',
  'look',
  'enter',
  'say',
  'openBoard',
  'poll',
  'stayTooLong',
  'enter',
  'goHome',
  'endNight',
  'sweep',
  'readStored',
]

/** The same steps for the same seed. */
export function writeScript(seed: number, length: number): Step[] {
  const random = randomOf(seed)
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T
  const acts = Object.entries(WEIGHTS).flatMap(([act, times]) => Array<Act>(times).fill(act as Act))
  const whole = () => Math.floor(random() * 2 ** 20)
  const steps: Step[] = Array.from({ length }, (_, at) => ({
    act: at % READ_EVERY === READ_EVERY - 1 ? 'readStored' : pick(acts),
    who: whole(),
    whom: whole(),
    kind: whole(),
    restMs: pick(RESTS_MS),
  }))
  return [...steps, ...END.map((act) => ({ act, ...LAST_GUEST }))]
}

const LAST_GUEST = { who: 6, whom: 0, kind: 14, restMs: 1_100 }

/** mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
