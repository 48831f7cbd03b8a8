import type { TextSize } from './text-size.ts'

export const nameGraphemes = 40
export const tableGraphemes = 12
export const messageGraphemes = 1_000
export const messageBytes = 4_000
export const messageLines = 60
export const barDescriptionGraphemes = 500
export const tonightGraphemes = 140
export const reportNoteGraphemes = 500
const barLineGraphemes = 80
const barNumberGraphemes = 12

/** Code points in one grapheme. An emoji of two people has 10 of them. */
export const graphemeCodePoints = 16
export const nameText: TextSize = { graphemes: nameGraphemes, units: 160, bytes: 320 }
export const tableText: TextSize = { graphemes: tableGraphemes, units: 48, bytes: 96 }
export const messageText: TextSize = {
  graphemes: messageGraphemes,
  units: messageBytes,
  bytes: messageBytes,
}
export const barDescriptionText: TextSize = {
  graphemes: barDescriptionGraphemes,
  units: 2_000,
  bytes: 4_000,
}
export const tonightText: TextSize = { graphemes: tonightGraphemes, units: 560, bytes: 1_120 }
export const reportNoteText: TextSize = {
  graphemes: reportNoteGraphemes,
  units: 2_000,
  bytes: 4_000,
}
export const barLineText: TextSize = { graphemes: barLineGraphemes, units: 320, bytes: 640 }
export const barNumberText: TextSize = { graphemes: barNumberGraphemes, units: 48, bytes: 96 }
/** RFC 5321. */
export const emailCharacters = 254
export const passwordCharactersMin = 12
/** UTF-16 units. Keeps hashing cheap. */
export const passwordCharacters = 256
/** Passkeys of one account. */
export const passkeys = 10
/** Base64url. A passkey's attestation has a few hundred. */
export const passkeyFieldCharacters = 8_000

export const photoBytes = 150_000
/** The page shrinks photos to this: as large as the sheet of a person shows them. */
export const photoSidePx = 768
/** The server accepts no larger one without a thumbnail, because lists show the photo then. */
export const photoAloneSidePx = 512
/** The server accepts this with a thumbnail. Thirty such photos take 126 MB once decoded. */
export const photoSidePxMax = 1_024
/** Lists show this square. */
export const thumbnailSidePx = 256
export const thumbnailBytes = 20_000
/** Scans of a JPEG or passes of an interlaced PNG. A browser decodes the whole picture for each. */
export const pictureScans = 32
export const pictureSidePx = 4_096
export const picturePixels = 12_000_000
export const environmentPhotos = 5
export const barPictureBytes = 512_000
export const barPictureSidePx = 1_600
/** A second rendition of the first photo, for the head of the bar's page. */
export const barCoverSidePx = 800
export const barCoverBytes = 60_000

/** Fits a profile: its photo and thumbnail in base64, and its texts. */
export const requestBytes = 250_000
export const cspReportBytes = 8_000
export const cspReportsPerRequest = 10
/** Per network and isolate. Later reports are not logged. */
export const cspReportsBurst = 10
export const cspReportsPerMinute = 10
/** Per isolate and minute, for all networks together. */
export const cspReportsPerIsolate = 60
export const frameBytes = 8_192
export const abuseCount = 3
export const framesBurst = 200
export const framesPerSecond = 20
/** Moves of a person's read positions. The page repeats a position that the room refused. */
export const readsBurst = 30
export const readsPerMinute = 30

/** Frames that say that a person writes. More are dropped. */
export const typingBurst = 4
export const typingPerMinute = 20

export const changesBurst = 30
export const changesPerMinute = 30
/** New names of a person. The room tells everybody of each, also people who have not answered. */
export const renamesBurst = 5
export const renamesPerMinute = 1

export const ownDataBurst = 5
export const ownDataPerMinute = 1
/** Messages that the room returns per call for the person's own data. */
export const ownDataPage = 500

/** Requests for pages of the list, and searches. */
export const peopleAskedBurst = 20
export const peopleAskedPerSecond = 5
/** One search reads this many people, online ones first. Fewer are ever connected. */
export const peopleSearched = 5_000

/** Pages of conversations. */
export const historyBurst = 30
export const historyPerSecond = 5

export const sayPairBurst = 10
export const sayPairPerSecond = 1
export const sayPerMinute = 60
export const newPeoplePerHour = 20
/** Blocks by one browser that have not expired. */
export const blocks = 100
/** The whole URL of a push endpoint. Edge's have some 500 characters. */
export const pushEndpointCharacters = 1_000
/** Notices of one room that wait for a push service. Later ones are dropped. */
export const noticesWaiting = 100
/** Limits one reader's connections, so that no reader takes all places. */
export const noticesWaitingPerReader = 5
/** Reports by one browser within `TIMINGS.reportMs`, over all its visits. */
export const reports = 5
/** Beyond these within `TIMINGS.reportMs` a report is still accepted, without photos and a push. */
export const reportsPerNetwork = 20
export const reportsPerBar = 60
/** A report includes the newest messages between the two people, at most this many. */
export const evidenceMessages = 50
/** Cards of open reports in one answer, and closed reports. */
export const reportsPage = 20
/** Messages to a person who has not answered yet. */
export const unansweredMessages = 3

/** A socket gets a checkpoint after this many frames or UTF-16 units, whichever comes first. */
export const checkpointFrames = 100
export const checkpointUnits = 32_000
/** A page with more unconfirmed UTF-16 units than this misses events until it catches up. */
export const behindUnits = 500_000
/** The room closes a socket with more unconfirmed UTF-16 units than this. */
export const unconfirmedUnits = 1_000_000
/** Batched messages share a frame up to this many UTF-16 units, about two of the longest. */
export const sharedFrameCharacters = 8_000
export const handshakesPerSecond = 500
/** Further refusals count as abuse. Ten tabs at a full bar send 90 in the first minute, then 40. */
export const refusedUpgradesBurst = 60
export const refusedUpgradesPerMinute = 60

export const phoneTriesPerNetwork = 10
export const phoneTriesPerBar = 200
export const photosPerHour = 5
/** Wrong codes from one network within `TIMINGS.entryCodeTriesMs`. */
export const entryCodeTries = 60
/** Beyond that limit codes are still compared, until a bar has had this many more wrong ones in that time. */
export const entryCodeTriesOfBar = 60
/** The boards are told at every so many wrong codes of a bar within that time. */
export const entryCodeTriesTold = 60

// A network is an IPv4 address or an IPv6 /64. A /48 may do `wideNetworkTimes` as much.
export const profilesBurstPerNetwork = 60
export const profilesPerMinutePerNetwork = 30
export const profilesBurstPerBar = 600
export const profilesPerMinutePerBar = 300
/** The first profiles of a network within `TIMINGS.freeProfilesMs` do not count for the bar. */
export const freeProfilesPerNetwork = 5
/** Attempts that keep a place in the order of one network or bar. */
export const waitingProfiles = 1_000
export const upgradesBurstPerPerson = 20
export const upgradesPerMinutePerPerson = 10
export const upgradesBurstPerNetwork = 2_000
/** Half of `handshakesPerSecond`, also for a /48: no network takes a bar's upgrades from the others. */
export const upgradesPerSecondPerNetwork = 250
export const wideNetworkTimes = 4
/** A profile ends if no socket has joined it by then. */
export const unjoinedMinutes = 10
/** Above this part of `socketsPerBar`, a network beyond its share gets no further socket. */
export const crowdedPercent = 80
export const networkSharePercent = 50
/** The texts of one visit, in UTF-8. */
export const storedBytesPerPerson = 2_000_000

export const historyPage = 50
/** UTF-16 units of the JSON of a history's messages. The rest goes into the next page. */
export const historyCharacters = 40_000
export const barsPage = 200
/** Unused invitations of one bar. */
export const openInvitations = 20
/** Members of one bar, and its unused invitations. */
export const teamMembers = 200
/** Open sessions of one account. The next one ends the one unused for longest. */
export const accountSessions = 100
/** Phones that one account may reveal within `TIMINGS.phoneRevealsMs`. */
export const phoneReveals = 60
export const actsPage = 50
/** The file of all acts is read in pages of this length. */
export const actsFilePage = 1_000
export const printedTables = 200
export const messageIdWindow = 256
export const socketsPerPerson = 3
export const socketsPerBar = 2_000
/** In a larger bar, going away sends no separate frame. */
export const awayFramePeople = 50
export const peoplePage = 30
/** Open sections of an administrator's board. One poll asks for at most as many. */
export const boardSections = 24
/** The same for owners and staff: a call for help reaches them by the sections alone. */
export const ownBoardSections = 50
/** Boards of one account that are open at one bar. */
export const boardsPerAccount = 20
export const boardFramesBurst = 30
export const boardFramesPerSecond = 2
export const boardFrameCharacters = 4_500
/** Calls that one frame of a board confirms. */
export const helpShownIds = 100
/** Calls of newcomers of one network that get a card each. Later ones are folded. */
export const helpCardsPerNetwork = 3
/** UTF-16 units of a page's JSON, even with the longest names. */
export const peoplePageCharacters = 6_000
/** UTF-16 units of the part of a first frame's JSON that grows with its people. */
export const firstFrameCharacters = 6_500
/** UTF-16 units of any server frame's JSON. */
export const frameCharacters = 60_000
/** UTF-16 units of a frame's events. The rest goes into the next frame or becomes a snapshot. */
export const eventsCharacters = 40_000
export const conversationsListed = 200
export const lastLinesFirst = 10
/** The newest ended conversations, in a first frame. */
export const endedConversationsListed = 100
export const lastLinesPage = 40
export const lastLineGraphemes = 80
export const newcomers = 20
/** From this many people online, the list shows newcomers in a strip. */
export const newcomersFromOnline = 8
export const peoplePerBar = 20_000
/** The public count starts here: a smaller one could identify people. */
export const onlineShownFrom = 5

export const searchFromPeople = 8
export const composerCountsFrom = 900
