const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

export const barCheckToBarMs = 500
export const tableToTablePageMs = 1_000
export const leavingMs = 2_000
/** Without an answer to "leave" for this long the page forgets the visit on its own. */
export const leavingGivesUpMs = 4_000
export const entryToastWindowMs = 2_000

export const pingEveryMs = 20 * SECOND_MS
/** A pong that takes longer means that the connection is dead. */
export const pongWithinMs = 10 * SECOND_MS
/** A socket that was not heard for longer counts no more. */
export const heardWithinMs = 45 * SECOND_MS
/** After the last socket drops, so that a reload or a lift does not flicker. */
export const offlineGraceMs = 8 * SECOND_MS
/** Both of them where the page had said that it is hidden: a phone locked in a pocket. */
export const hiddenGraceMs = 5 * MINUTE_MS
/** So long after their profile was made people are called new. */
export const newcomerMs = 10 * MINUTE_MS
/** Somebody with too many strikes is kept out for this long; so long strikes count. */
export const misbehavedMs = 10 * MINUTE_MS
export const visitOfflineMs = 4 * HOUR_MS
export const visitMs = 16 * HOUR_MS
/** Who was removed by the bar is kept out for so long. */
export const removalMs = 16 * HOUR_MS
/** After the profile was made; twice the longest visit. */
export const deviceKeyMs = 32 * HOUR_MS
/** After its minting; longer than the longest visit and a removal at its end. */
export const markMs = 48 * HOUR_MS
/**
 * How far back the platform can restore D1 and a Durable Object's storage, in days:
 * developers.cloudflare.com/d1/reference/time-travel and …/durable-objects/api/sqlite-storage-api.
 */
export const recoveryDays = 30
/** A connected person's `lastSeen` is written down this often, in case every socket is lost at once. */
export const lastSeenWrittenMs = 2 * HOUR_MS

/** How far somebody has read is written down at most this often. */
export const positionWrittenEveryMs = 10 * SECOND_MS

/** After a bar was registered, until the page goes to the monitor. */
export const barCreatedToMonitorMs = 2_000
export const adminSessionIdleMs = 12 * HOUR_MS
export const adminSessionMs = 7 * 24 * HOUR_MS
/** A session's last use is written at most this often. */
export const adminSessionNotedEveryMs = 10 * MINUTE_MS
export const passwordLinkMs = 30 * MINUTE_MS

/** A call of the API that was not answered by then has failed, and can be made again. */
export const answerWithinMs = 10 * SECOND_MS
/** Later than that it may have gone out over a dead connection, and is asked for over another as well. */
export const answerSoonMs = 2 * SECOND_MS
/** The same where something goes out first: a photo takes its time on a bar's Wi-Fi. */
export const answerToBodyWithinMs = 30 * SECOND_MS
/** And for a bar's picture, which is five times as large. */
export const pictureSentWithinMs = 120 * SECOND_MS

/** A page whose scripts have not come by then says so. */
export const startedWithinMs = 30 * SECOND_MS

/** So long after the last touch the list at its top takes its order again. */
export const listCalmMs = 2_500

/** A list that has not come by then is reported as an error. */
export const snapshotWithinMs = 8 * SECOND_MS

/** The board without its socket is asked for anew this often. */
export const monitorPollMs = 3 * SECOND_MS
/** A poll counts as watching for this long. */
export const monitorPollCountsMs = 30 * SECOND_MS
export const monitorDigestMs = 30 * SECOND_MS
/** Rooms send changes until their lease runs out; it is renewed well before. */
export const monitorLeaseMs = 90 * SECOND_MS
export const monitorLeaseRenewedMs = 60 * SECOND_MS
