const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** Every duration that both sides know, in milliseconds. The first five are the product's pace. */
export const TIMINGS = {
  barCheckToBarMs: 500,
  tableToTablePageMs: 1_000,
  leavingMs: 2_000,
  /** Without an answer to "leave" for this long the page forgets the visit on its own. */
  leavingGivesUpMs: 4_000,
  entryToastWindowMs: 2_000,

  pingEveryMs: 20 * SECOND_MS,
  /** A pong that takes longer means that the connection is dead. */
  pongWithinMs: 10 * SECOND_MS,
  /** A socket that was not heard for longer counts no more. */
  heardWithinMs: 45 * SECOND_MS,
  /** After the last socket drops, so that a reload or a lift does not flicker. */
  offlineGraceMs: 8 * SECOND_MS,
  /** Both of them where the page had said that it is hidden: a phone locked in a pocket. */
  hiddenGraceMs: 5 * MINUTE_MS,
  /** Somebody with too many strikes is kept out for this long; so long strikes count. */
  misbehavedMs: 10 * MINUTE_MS,
  visitOfflineMs: 4 * HOUR_MS,
  visitMs: 16 * HOUR_MS,
  /** A connected person's `lastSeen` is written down this often, in case every socket is lost at once. */
  lastSeenWrittenMs: 2 * HOUR_MS,

  /** How far somebody has read is written down at most this often. */
  cursorWrittenEveryMs: 10 * SECOND_MS,

  /** After a bar was registered, until the page goes to the monitor. */
  barCreatedToMonitorMs: 2_000,
  adminSessionIdleMs: 12 * HOUR_MS,
  adminSessionMs: 7 * 24 * HOUR_MS,
  /** A session's last use is written at most this often. */
  adminSessionNotedEveryMs: 10 * MINUTE_MS,
  passwordLinkMs: 30 * MINUTE_MS,

  /** A page of a conversation that has not come by then is asked for anew. */
  historyWithinMs: 10 * SECOND_MS,

  /** A list that has not come by then is reported as an error. */
  snapshotWithinMs: 8 * SECOND_MS,

  /** The board without its socket is asked for anew this often. */
  monitorPollMs: 3 * SECOND_MS,
  /** A poll counts as watching for this long. */
  monitorPollCountsMs: 30 * SECOND_MS,
  monitorDigestMs: 30 * SECOND_MS,
  /** Rooms send changes until their lease runs out; it is renewed well before. */
  monitorLeaseMs: 90 * SECOND_MS,
  monitorLeaseRenewedMs: 60 * SECOND_MS,
} as const
