import { HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts'

export const barCheckToBarMs = 500
export const tableToTablePageMs = 1_000
/** The page says so long that it leaves, though the visit ends at once. */
export const leavingMs = 2_000
/** Without an answer to "leave", the page forgets the visit after this time. */
export const leavingGivesUpMs = 4_000
export const entryToastWindowMs = 2_000

export const pingEveryMs = 20 * SECOND_MS
export const pongWithinMs = 10 * SECOND_MS
export const heardWithinMs = 45 * SECOND_MS
/** After the last socket closes, so that a reload or an elevator does not flicker. */
export const offlineGraceMs = 8 * SECOND_MS
/** Replaces both if the page is hidden, such as a locked phone. */
export const hiddenGraceMs = 5 * MINUTE_MS
export const newcomerMs = 10 * MINUTE_MS
export const misbehavedMs = 10 * MINUTE_MS
export const freeProfilesMs = 10 * MINUTE_MS
/** From a call for help, until its page says that nobody has seen it. */
export const helpSeenWithinMs = 5 * SECOND_MS
/** The phones of the staff, about a person who withdraws a call and repeats it. */
export const helpTellsStaffEveryMs = 5 * MINUTE_MS
/** Longest wait that a refused profile is told. */
export const profileWaitMs = 60 * SECOND_MS
export const visitOfflineMs = 4 * HOUR_MS
export const visitMs = 16 * HOUR_MS
export const removalMs = 16 * HOUR_MS
export const blockMs = 16 * HOUR_MS
/** In which the reports of a browser are counted, and the room knows whom they name. */
export const reportMs = 16 * HOUR_MS
/** What went with a report: a rule of the bucket has the same days. */
export const evidenceMs = 90 * 24 * HOUR_MS
export const entryCodeTriesMs = 10 * MINUTE_MS
export const entryCodeHourMs = HOUR_MS
/** How often a page that shows the code looks for a renewed one. */
export const entryCodeReadMs = 15 * SECOND_MS
/** Twice the longest visit. */
export const deviceKeyMs = 32 * HOUR_MS
/** Longer than the longest visit plus a removal at its end. */
export const markMs = 48 * HOUR_MS
/** Days, of D1 and of objects (developers.cloudflare.com/d1/reference/time-travel). */
export const recoveryDays = 30
/** Written while connected, in case all sockets are lost at once. */
export const lastSeenWrittenMs = 2 * HOUR_MS

export const noticeSentWithinMs = 5 * SECOND_MS
/** How long a push service keeps a notice for a phone that is off. */
export const noticeLivesMs = HOUR_MS

/** A page says how far its person has read at once, and then once in this time for each conversation. */
export const readSaidEveryMs = 10 * SECOND_MS

export const barCreatedToMonitorMs = 2_000
export const adminSessionIdleMs = 12 * HOUR_MS
export const adminSessionMs = 7 * 24 * HOUR_MS
export const adminSessionNotedEveryMs = 10 * MINUTE_MS
export const passwordLinkMs = 30 * MINUTE_MS
export const invitationMs = 24 * HOUR_MS
/** A year, even a leap year. */
export const actsKeptMs = 366 * 24 * HOUR_MS
/** In which the reveals of phones are counted. */
export const phoneRevealsMs = HOUR_MS
/** How long a sign-in from a new device is told. */
export const newDeviceShownMs = 30 * 24 * HOUR_MS
/** After a password or a passkey, until acts that matter ask for one again. */
export const proofMs = 10 * MINUTE_MS
export const passkeyChallengeMs = 5 * MINUTE_MS

export const answerWithinMs = 10 * SECOND_MS
/** The request may be on a dead connection: it is sent over another one too. */
export const answerSoonMs = 2 * SECOND_MS
export const answerToBodyWithinMs = 30 * SECOND_MS
/** Five times the size of a photo. */
export const pictureSentWithinMs = 120 * SECOND_MS

export const startedWithinMs = 30 * SECOND_MS

/** After the last touch, until the list sorts again. */
export const listCalmMs = 2_500

/** In a rush, from one change that the list shows to the next. */
export const listPaceMs = 250
/** After a key of a search, until the list goes on although what was searched is not drawn yet. */
export const listHeldMs = 1_000

/** A page or search that the room refused is asked for again after this. */
export const peopleAskedAgainMs = 1_000

/** A room asks D1 whether entrances are stopped. */
export const siteStateAskedEveryMs = 30 * SECOND_MS
export const snapshotWithinMs = 8 * SECOND_MS

export const monitorPollMs = 3 * SECOND_MS
export const monitorPollCountsMs = 30 * SECOND_MS
/** While somebody watches: sessions, rooms that were not reached, and frames that pages have lost. */
export const monitorCheckMs = 30 * SECOND_MS
/** Of a section beside the socket of the counts, which tells of a dead connection sooner. */
export const sectionPingEveryMs = MINUTE_MS
/** From the last scroll until sections of the board open. */
export const boardCalmMs = 300
