import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts'

export const barCheckToBarMs = 500
export const tableToTablePageMs = 1_000
/** The page shows that it is leaving for this long, although the visit ends at once. */
export const leavingMs = 2_000
/** The page forgets the visit after this time, even if "leave" got no answer. */
export const leavingGivesUpMs = 4_000
/** Arrivals join the toast of the first one for this long. */
export const entryToastWindowMs = 15 * SECOND_MS

export const pingEveryMs = 20 * SECOND_MS
export const pongWithinMs = 10 * SECOND_MS
export const heardWithinMs = 45 * SECOND_MS
/** Starts when the last socket closes, so that a reload or an elevator does not flicker. */
export const offlineGraceMs = 8 * SECOND_MS
/** Replaces the two values above for a hidden page, for example on a locked phone. */
export const hiddenGraceMs = 5 * MINUTE_MS
export const newcomerMs = 10 * MINUTE_MS
export const misbehavedMs = 10 * MINUTE_MS
export const freeProfilesMs = 10 * MINUTE_MS
/** The page of a call for help warns after this time that no board has shown it. */
export const helpSeenWithinMs = 5 * SECOND_MS
/** The page of a call for help asks for the answers this often while it has no socket. */
export const helpAskedEveryMs = 3 * SECOND_MS
/** A board's confirmations of a rush of calls share a frame for this long. */
export const helpShownAtOnceMs = 250
/** A board confirms the calls that it shows this often, until it hears that they are seen. */
export const helpShownEveryMs = 5 * SECOND_MS
/** A call without "A caminho" notifies phones again after this time, and its page says so. */
export const helpUnansweredMs = 90 * SECOND_MS
/** A person who withdraws a call and repeats it notifies the phones of the staff this often. */
export const helpNotifiesStaffEveryMs = 5 * MINUTE_MS
/** A bar's reports notify the phones of the staff at once, and then together once in this time. */
export const reportsNotifyStaffEveryMs = MINUTE_MS
/** A newcomer's call rings at once; those of the next minute share a ring at its end. */
export const newcomersRingEveryMs = MINUTE_MS
/** The longest `Retry-After` of a refused profile. */
export const profileWaitMs = 60 * SECOND_MS
/** How late a refused profile may come back and keep its place. The platform may refuse it for a minute. */
export const lateTurnMs = MINUTE_MS
export const visitOfflineMs = 4 * HOUR_MS
export const visitMs = 16 * HOUR_MS
export const removalMs = 16 * HOUR_MS
export const blockMs = 16 * HOUR_MS
/** The window for `LIMITS.reports`. The room keeps its rows of reports as long. */
export const reportMs = 16 * HOUR_MS
/** The evidence of a report lives this long. The bucket's lifecycle rule has the same days. */
export const evidenceMs = 90 * 24 * HOUR_MS
/** An account without a bar ends after this time. */
export const barlessAccountMs = 30 * DAY_MS
export const entryCodeTriesMs = 10 * MINUTE_MS
export const entryCodeHourMs = HOUR_MS
/** A page that shows the code polls this often for a new one. */
export const entryCodeReadMs = 15 * SECOND_MS
/** Twice the longest visit. */
export const deviceKeyMs = 32 * HOUR_MS
/** Longer than the longest visit plus a removal at its end. */
export const markMs = 48 * HOUR_MS
/** Days of D1's and the objects' backups (developers.cloudflare.com/d1/reference/time-travel). */
export const recoveryDays = 30
/** The room writes `lastSeen` this often while a person is connected, in case it loses all sockets. */
export const lastSeenWrittenMs = 2 * HOUR_MS

export const noticeSentWithinMs = 5 * SECOND_MS
/** How long a push service keeps a notice for a phone that is off. */
export const noticeLivesMs = HOUR_MS

/** A page sends a read position at once, and the next of the same conversation after this time. */
export const readSaidEveryMs = 10 * SECOND_MS

/** A page says at most this often that its person writes. */
export const typingSaidEveryMs = 3 * SECOND_MS
/** Another page shows it for this long. */
export const typingShownMs = 5 * SECOND_MS

export const barCreatedToMonitorMs = 2_000
export const adminSessionIdleMs = 12 * HOUR_MS
export const adminSessionMs = 7 * 24 * HOUR_MS
/** A board whose rights were not asked for this long is told nothing until D1 has answered. */
export const boardCheckedEveryMs = MINUTE_MS
export const adminSessionNotedEveryMs = 10 * MINUTE_MS
export const passwordLinkMs = 30 * MINUTE_MS
export const invitationMs = 24 * HOUR_MS
/** A year, even a leap year. */
export const actsKeptMs = 366 * 24 * HOUR_MS
/** The window for `LIMITS.phoneReveals`. */
export const phoneRevealsMs = HOUR_MS
/** The administration shows a sign-in from a new device this long. */
export const newDeviceShownMs = 30 * 24 * HOUR_MS
/** A password or passkey counts as proof this long. Sensitive acts then ask for another. */
export const proofMs = 10 * MINUTE_MS
export const passkeyChallengeMs = 5 * MINUTE_MS

export const answerWithinMs = 10 * SECOND_MS
/** A connection that answers nothing so long after a person opened a conversation counts as dead. */
export const answerSoonMs = 2 * SECOND_MS
export const answerToBodyWithinMs = 30 * SECOND_MS
/** An upload of the administration has up to five times the size of a photo. */
export const pictureSentWithinMs = 120 * SECOND_MS

export const startedWithinMs = 30 * SECOND_MS

/** In a rush, the list redraws at most this often. */
export const listPaceMs = 250
/** After a key of a search, the list waits for the result, but no longer than this. */
export const listHeldMs = 1_000

/** The client repeats a page or search that the room refused after this time. */
export const peopleAskedAgainMs = 1_000

/** A room asks D1 at most this often whether entrances are stopped. */
export const siteStateAskedEveryMs = 30 * SECOND_MS
/** A page without a socket asks by HTTP, at most this often, whether its network blocks sockets alone. */
export const networkAskedEveryMs = 10 * SECOND_MS
export const snapshotWithinMs = 8 * SECOND_MS

export const monitorPollMs = 3 * SECOND_MS
/** While boards are connected, the monitor checks their sessions this often and sends `still`. */
export const monitorCheckMs = 30 * SECOND_MS
/** The first socket of a board detects a dead connection. Its other sections ping rarely. */
export const sectionPingEveryMs = MINUTE_MS
/** The board opens sections this long after the last scroll. */
export const boardCalmMs = 300
