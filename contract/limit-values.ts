import type { TextSize } from './text-size.ts'

export const nameGraphemes = 40
export const tableGraphemes = 12
export const messageGraphemes = 1_000
export const messageBytes = 4_000
export const messageLines = 60
export const barDescriptionGraphemes = 500
export const tonightGraphemes = 140
export const reportNoteGraphemes = 500
export const barLineGraphemes = 80
export const barNumberGraphemes = 12

/** Code points in one grapheme. An emoji of two people has 10. */
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
/** Of one account. */
export const passkeys = 10
/** Base64url. A passkey's attestation has a few hundred. */
export const passkeyFieldCharacters = 8_000

export const photoBytes = 150_000
/** What the page makes, and the most that the server takes without a thumbnail: lists show it then. */
export const photoSidePx = 512
/** What the server takes beside a thumbnail: thirty of them, decoded, are 126 MB. */
export const photoSidePxMax = 1_024
/** Square: what lists show. */
export const thumbnailSidePx = 256
export const thumbnailBytes = 20_000
/** Of a JPEG, or the passes of an interlaced PNG: a browser decodes the whole picture for each. */
export const pictureScans = 32
export const pictureSidePx = 4_096
export const picturePixels = 12_000_000
export const environmentPhotos = 5
export const barPictureBytes = 512_000
export const barPictureSidePx = 1_600
/** A second rendition of the first photo, for the head of the bar's page. */
export const barCoverSidePx = 800
export const barCoverBytes = 60_000

/** A profile's photo and thumbnail in base64, and its texts. */
export const requestBytes = 250_000
export const cspReportBytes = 8_000
export const cspReportsPerRequest = 10
/** Of one network, as one isolate counts them. The rest is not logged. */
export const cspReportsBurst = 10
export const cspReportsPerMinute = 10
/** Of all networks. */
export const cspReportsPerIsolate = 60
export const frameBytes = 8_192
export const abuseCount = 3
export const framesBurst = 200
export const framesPerSecond = 20
/** How often a person's read positions move. Beyond it the page says the position again. */
export const readsBurst = 30
export const readsPerMinute = 30

export const changesBurst = 30
export const changesPerMinute = 30

export const ownDataBurst = 5
export const ownDataPerMinute = 1
/** Messages that the room reads for it in one turn. */
export const ownDataPage = 500

/** Pages and searches. */
export const peopleAskedBurst = 20
export const peopleAskedPerSecond = 5
/** People that one search looks at, online people first. More than are ever connected. */
export const peopleSearched = 5_000

export const sayPairBurst = 10
export const sayPairPerSecond = 1
export const sayPerMinute = 60
export const newPeoplePerHour = 20
/** Living blocks that one browser has made. */
export const blocks = 30
/** Base64url and all. Edge's have some 500. */
export const pushEndpointCharacters = 1_000
/** Of one room, on their way to push services. More are dropped. */
export const noticesWaiting = 100
/** Of one browser, within `TIMINGS.reportMs`: of a visit, and of those that follow it. */
export const reports = 5
/** The newest ones of two people that go with a report. */
export const evidenceMessages = 50
/** Open ones of a bar, and closed ones, the newest. */
export const reportsListed = 50
/** To a person who has not answered yet. */
export const unansweredMessages = 3

/** Frames to one socket from one checkpoint to the next, or sooner by their UTF-16 units. */
export const checkpointFrames = 100
export const checkpointUnits = 32_000
/** UTF-16 units that a page has not confirmed: from here on it misses events. */
export const behindUnits = 500_000
/** And here its socket is closed. */
export const unconfirmedUnits = 1_000_000
/** Batched messages share a frame up to this many UTF-16 units, about two of the longest. */
export const sharedFrameCharacters = 8_000
export const handshakesPerSecond = 500
/** Before refusals count as abuse. Ten tabs at a full bar send 90 in the first minute, then 40. */
export const refusedUpgradesBurst = 60
export const refusedUpgradesPerMinute = 60

export const phoneTriesPerNetwork = 10
export const phoneTriesPerBar = 200
export const photosPerHour = 5
/** Wrong codes of a network within `TIMINGS.entryCodeTriesMs`. */
export const entryCodeTries = 60

// A network is an IPv4 address or an IPv6 /64. Its /48 has `wideNetworkTimes` as much.
export const profilesBurstPerNetwork = 60
export const profilesPerMinutePerNetwork = 30
export const profilesBurstPerBar = 600
export const profilesPerMinutePerBar = 300
/** The first of each network in `TIMINGS.freeProfilesMs` do not count for the bar. */
export const freeProfilesPerNetwork = 5
export const upgradesBurstPerPerson = 20
export const upgradesPerMinutePerPerson = 10
export const upgradesBurstPerNetwork = 2_000
export const upgradesPerMinutePerNetwork = 500
export const wideNetworkTimes = 4
/** A profile that no socket has joined by then ends. */
export const unjoinedMinutes = 10
/** Of `socketsPerBar`: from then on no network with more than its share gets another socket. */
export const crowdedPercent = 80
export const networkSharePercent = 50
/** UTF-8, of the texts of one visit. */
export const storedBytesPerPerson = 2_000_000

export const historyPage = 50
export const barsPage = 200
/** Of one bar, that nobody has used yet. */
export const openInvitations = 20
/** Of one bar, as its team is listed; of one account, as its bars are. */
export const membersListed = 200
/** Of one account, in an hour. */
export const phoneReveals = 60
export const actsPage = 50
/** The newest ones. */
export const actsInFile = 5_000
export const printedTables = 200
export const messageIdWindow = 256
export const socketsPerPerson = 3
export const socketsPerBar = 2_000
/** In a bar of more people, looking away makes no frame of its own. */
export const awayFramePeople = 50
export const peoplePage = 30
/** Sections that a board has open, and the bars that one request asks for. */
export const boardSections = 24
/** Of one account, in one bar. */
export const boardsPerAccount = 20
export const boardFramesBurst = 30
export const boardFramesPerSecond = 2
export const boardFrameCharacters = 1_000
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
/** In a first frame; the newest. */
export const endedConversationsListed = 100
export const lastLinesPage = 40
export const lastLineGraphemes = 80
export const newcomers = 20
export const peoplePerBar = 20_000
/** Fewer people than this are not counted in public: one could tell who they are. */
export const onlineShownFrom = 5

export const searchFromPeople = 8
export const composerCountsFrom = 900
