import * as v from 'valibot'
import { actsSchema, revealedPhoneSchema } from './acts.ts'
import {
  adminSessionSchema,
  firstRunRequestSchema,
  loginRequestSchema,
  passwordLinkRequestSchema,
  whoIsSignedInSchema,
} from './admin.ts'
import { changePasswordRequestSchema, ownSessionsSchema } from './admin-account.ts'
import { adminBarListSchema, adminBarSchema } from './admin-bar.ts'
import { ADMIN_API } from './admin-paths.ts'
import {
  deleteBarRequestSchema,
  editedBarSchema,
  newBarSchema,
  uploadedPictureSchema,
} from './bar-form.ts'
import { barHoursSchema } from './bar-hours.ts'
import { clearedSchema, clearingSchema, networkSchema } from './clearing.ts'
import { get, patch, post, put, remove } from './endpoint.ts'
import { entryCodeRequestSchema, entryCodeSchema, entryCodeTriesSchema } from './entry-code.ts'
import { healthSchema, roomHealthSchema, versionSchema } from './health.ts'
import { boardHelpStateSchema, helpAnswerSchema, helpShownRequestSchema } from './help.ts'
import { monitorBoardSchema } from './monitor.ts'
import { subscribedKeySchema, subscriptionSchema } from './notices.ts'
import {
  assertionSchema,
  newPasskeySchema,
  ownPasskeysSchema,
  passkeyChallengeSchema,
  passkeyNameSchema,
  proofSchema,
} from './passkeys.ts'
import { HEALTH } from './paths.ts'
import { removalRequestSchema, removalsSchema } from './removals.ts'
import { openReportsSchema, reportMessagesSchema, reportsSchema } from './reports.ts'
import { siteStateSchema } from './site-state.ts'
import {
  invitationRequestSchema,
  joinChallengeRequestSchema,
  joinRequestSchema,
  linkRequestSchema,
  oneTimeLinkSchema,
  openedInvitationSchema,
  teamSchema,
} from './team.ts'

/** The endpoints of administrators, owners and staff. Patrons' pages never import them. */
export const ADMIN_ENDPOINTS = {
  readSession: get(ADMIN_API.session, { answer: whoIsSignedInSchema }),
  /** The login form reads the answer itself: it tells two faults of it apart. */
  logIn: post(ADMIN_API.session, { body: loginRequestSchema, answer: v.unknown() }),
  logOut: remove(ADMIN_API.session),
  /** Makes the first account and signs in. */
  makeFirstAccount: post(ADMIN_API.firstRun, {
    body: firstRunRequestSchema,
    answer: adminSessionSchema,
  }),
  setPassword: post(ADMIN_API.passwordLink, { body: passwordLinkRequestSchema }),
  /** Also ends every other session of the account. */
  changePassword: put(ADMIN_API.password, { body: changePasswordRequestSchema }),
  listSessions: get(ADMIN_API.sessions, { answer: ownSessionsSchema }),
  endSession: remove(ADMIN_API.ownSession),

  /** Throws `link_expired`, as the three below. */
  openInvitation: post(ADMIN_API.invitation, {
    body: linkRequestSchema,
    answer: openedInvitationSchema,
  }),
  challengeToJoin: post(ADMIN_API.joinChallenge, {
    body: joinChallengeRequestSchema,
    answer: passkeyChallengeSchema,
  }),
  /** Joins a team and makes the account. Throws `email_taken`. */
  join: post(ADMIN_API.join, { body: joinRequestSchema, answer: adminSessionSchema }),
  /** Joins a team with the account that is signed in. */
  joinSignedIn: put(ADMIN_API.join, { body: linkRequestSchema, answer: adminSessionSchema }),

  /** Starts a sign-in by passkey, or a repeated proof. */
  challengePasskey: post(ADMIN_API.passkeyChallenge, { answer: passkeyChallengeSchema }),
  logInByPasskey: post(ADMIN_API.passkeySession, {
    body: assertionSchema,
    answer: adminSessionSchema,
  }),
  prove: put(ADMIN_API.proof, { body: proofSchema }),
  listPasskeys: get(ADMIN_API.passkeys, { answer: ownPasskeysSchema }),
  /** Throws `proof_needed` before the browser makes a key. */
  challengeNewPasskey: post(ADMIN_API.newPasskeyChallenge, { answer: passkeyChallengeSchema }),
  addPasskey: post(ADMIN_API.passkeys, { body: newPasskeySchema }),
  renamePasskey: patch(ADMIN_API.ownPasskey, { body: passkeyNameSchema }),
  /** Succeeds also for one that is gone. */
  removePasskey: remove(ADMIN_API.ownPasskey),
  confirmPasskey: put(ADMIN_API.passkeyConfirmation),

  /** The service worker calls it when the browser has replaced its subscription. */
  readSubscribedKey: get(ADMIN_API.notices, { answer: subscribedKeySchema }),
  /** Turns on this browser's notices of calls for help and reports. */
  subscribe: put(ADMIN_API.notices, { body: subscriptionSchema }),
  unsubscribe: remove(ADMIN_API.notices),

  /** Newest first. `next` is the cursor of the following page, its `after`. */
  listBars: get(ADMIN_API.bars, { answer: adminBarListSchema }),
  /** Idempotent by creation key: a repeat returns the bar of the first call. */
  createBar: post(ADMIN_API.bars, { body: newBarSchema, answer: adminBarSchema }),
  readBar: get(ADMIN_API.bar, { answer: adminBarSchema }),
  /** Throws `conflict` if the bar has a newer revision. */
  editBar: put(ADMIN_API.bar, { body: editedBarSchema, answer: adminBarSchema }),
  /** Throws `conflict` if `name` is not the bar's name. */
  deleteBar: remove(ADMIN_API.bar, { body: deleteBarRequestSchema }),
  /** A paused bar admits no new people. */
  pauseBar: put(ADMIN_API.pause, { answer: adminBarSchema }),
  reopenBar: remove(ADMIN_API.pause, { answer: adminBarSchema }),
  readHours: get(ADMIN_API.hours, { answer: barHoursSchema }),
  uploadLogo: post(ADMIN_API.logos, { answer: uploadedPictureSchema }),
  uploadPhoto: post(ADMIN_API.photos, { answer: uploadedPictureSchema }),
  uploadCover: post(ADMIN_API.covers, { answer: uploadedPictureSchema }),

  readClearing: get(ADMIN_API.people, { answer: clearingSchema }),
  /** Answers with how many visits end, as `clearNetwork`. */
  emptyBar: remove(ADMIN_API.people, { answer: clearedSchema }),
  /** The whole number. Throws `rate_limited` after too many in an hour. */
  revealPhone: post(ADMIN_API.personPhone, { answer: revealedPhoneSchema }),
  readNetwork: get(ADMIN_API.personNetwork, { answer: networkSchema }),
  clearNetwork: remove(ADMIN_API.personNetwork, { answer: clearedSchema }),
  /** "A caminho", "Resolvido". Answers with the current call, or null if it is closed. */
  answerHelp: put(ADMIN_API.personHelp, { body: helpAnswerSchema, answer: boardHelpStateSchema }),
  /** A ringing board without a socket confirms its calls here. Unknown calls change nothing. */
  confirmHelp: put(ADMIN_API.helpShown, { body: helpShownRequestSchema }),
  /** Newest first. */
  listRemovals: get(ADMIN_API.removals, { answer: removalsSchema }),
  removePerson: put(ADMIN_API.removal, { body: removalRequestSchema }),
  undoRemoval: remove(ADMIN_API.removal),

  /** The open ones. `next` is the cursor of the following page, its `after`; so too in the next two. */
  listReports: get(ADMIN_API.reports, { answer: openReportsSchema }),
  /** Open reports of newcomers about one person, oldest first. */
  listReportsOf: get(ADMIN_API.personReports, { answer: reportsSchema }),
  /** Newest first. For owners and administrators. */
  listClosedReports: get(ADMIN_API.closedReports, { answer: reportsSchema }),
  closeReport: put(ADMIN_API.reportClosing),
  /** Removes the browser of the reported person, and closes the report. */
  removeReported: put(ADMIN_API.reportRemoval, { body: removalRequestSchema }),
  /** Leaves an act. Throws `proof_needed`. */
  readReportMessages: post(ADMIN_API.reportMessages, { answer: reportMessagesSchema }),
  readReportPhoto: get(ADMIN_API.reportPhoto),

  readCode: get(ADMIN_API.entryCode, { answer: entryCodeSchema }),
  switchCode: put(ADMIN_API.entryCode, { body: entryCodeRequestSchema, answer: entryCodeSchema }),
  renewCode: post(ADMIN_API.entryCodeRenewal, { answer: entryCodeSchema }),
  /** The board asks after the room has said that codes are being guessed. */
  readCodeTries: get(ADMIN_API.entryCodeTries, { answer: entryCodeTriesSchema }),

  readTeam: get(ADMIN_API.team, { answer: teamSchema }),
  removeMember: remove(ADMIN_API.member),
  /** Throws `belongs_elsewhere`. */
  linkPassword: post(ADMIN_API.memberPasswordLink, { answer: oneTimeLinkSchema }),
  invite: post(ADMIN_API.invitations, { body: invitationRequestSchema, answer: oneTimeLinkSchema }),
  cancelInvitation: remove(ADMIN_API.ownInvitation),

  /** Newest first. */
  listActs: get(ADMIN_API.acts, { answer: actsSchema }),
  readActsFile: get(ADMIN_API.actsFile),
  readHealth: get(ADMIN_API.health, { answer: healthSchema }),
  readVersion: get(HEALTH, { answer: versionSchema }),
  /** The query `room` also asks a room that stores nothing. */
  readRoomHealth: get(HEALTH, { answer: roomHealthSchema }),
  readSite: get(ADMIN_API.site, { answer: siteStateSchema }),
  saveSite: put(ADMIN_API.site, { body: siteStateSchema, answer: siteStateSchema }),

  openBoard: get(ADMIN_API.board),
  /** A page without sockets polls it. */
  readMonitor: get(ADMIN_API.monitor, { answer: monitorBoardSchema }),
  openMonitorSocket: get(ADMIN_API.monitorSocket),
} as const
