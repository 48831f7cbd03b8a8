import type { TextSize } from './text-size.ts'

export const nameGraphemes = 40
export const tableGraphemes = 12
export const messageGraphemes = 1_000
export const messageBytes = 4_000
export const messageLines = 60
export const barDescriptionGraphemes = 500
export const barLineGraphemes = 80
export const barNumberGraphemes = 12

/** Code points in one grapheme. An emoji of two people has 10. */
export const graphemeCodePoints = 16
export const nameText: TextSize = { graphemes: nameGraphemes, units: 160, bytes: 320 }
export const tableText: TextSize = { graphemes: tableGraphemes, units: 48, bytes: 96 }
export const messageText: TextSize = {
  ...{ graphemes: messageGraphemes, units: messageBytes, bytes: messageBytes },
}
export const barDescriptionText: TextSize = {
  ...{ graphemes: barDescriptionGraphemes, units: 2_000, bytes: 4_000 },
}
export const barLineText: TextSize = { graphemes: barLineGraphemes, units: 320, bytes: 640 }
export const barNumberText: TextSize = { graphemes: barNumberGraphemes, units: 48, bytes: 96 }
/** RFC 5321. */
export const emailCharacters = 254
export const passwordCharactersMin = 8
/** UTF-16 units. Keeps hashing cheap. */
export const passwordCharacters = 256

export const photoBytes = 100_000
export const photoSidePx = 512
export const pictureSidePx = 4_096
export const picturePixels = 12_000_000
export const environmentPhotos = 5
export const barPictureBytes = 512_000
export const barPictureSidePx = 1_600

export const requestBytes = 150_000
export const frameBytes = 8_192
export const abuseCount = 3
export const framesBurst = 200
export const framesPerSecond = 20

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

export const historyPage = 50
export const barsPage = 200
export const printedTables = 200
export const messageIdWindow = 256
export const socketsPerPerson = 3
export const socketsPerBar = 2_000
export const peoplePage = 30
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
export const lastLinesPage = 40
export const lastLineGraphemes = 80
export const newcomers = 20
export const peoplePerBar = 20_000

export const searchFromPeople = 8
export const composerCountsFrom = 900
