import type { TextSize } from './text-size.ts'

export const nameGraphemes = 40
export const tableGraphemes = 12
export const messageGraphemes = 1_000
export const messageBytes = 4_000
/** Keeps one message from filling a screen many times over. */
export const messageLines = 60
export const barDescriptionGraphemes = 500
/** Every other line of text that the form of a bar has. */
export const barLineGraphemes = 80
export const barNumberGraphemes = 12

/** What a reader counts as one character may be of any length. An emoji of two people has 10. */
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
/** RFC 5321 allows no longer address. */
export const emailCharacters = 254
export const passwordCharactersMin = 8
/** UTF-16 units; far beyond what a password manager makes, and hashing it stays cheap. */
export const passwordCharacters = 256

/** A person's photo after shrinking on the device. */
export const photoBytes = 100_000
export const photoSidePx = 512
/** What the server believes of any picture's header. */
export const pictureSidePx = 4_096
export const picturePixels = 12_000_000
export const environmentPhotos = 5
/** A bar's logo or photo after shrinking on the device. */
export const barPictureBytes = 512_000
export const barPictureSidePx = 1_600

/** A JSON body: the inline photo as base64 and room for the other fields. */
export const requestBytes = 150_000
export const frameBytes = 8_192
/** Frames that are ill-formed, too big or far too many, until a person is kept out for a while. */
export const abuseCount = 3
/** Frames of one person, whatever they ask: far more than a page ever sends. */
export const framesBurst = 200
export const framesPerSecond = 20

/**
 * What a person changes of their own over HTTP and everybody is told of: edits, one more tab, staying
 * after all. A page asks for one at a time.
 */
export const changesBurst = 30
export const changesPerMinute = 30

/** What a person may say to one other: a burst, then one a second. */
export const sayPairBurst = 10
export const sayPairPerSecond = 1
export const sayPerMinute = 60
/** Conversations that a person may begin in an hour. */
export const newPeoplePerHour = 20

/** A client says how many frames it has received each time that so many have come. */
export const confirmEveryFrames = 100
/** Messages share a frame up to this many UTF-16 units: about two of the longest. */
export const sharedFrameCharacters = 8_000
/** Frames that a client has not confirmed, until its socket is closed. */
export const unconfirmedFrames = 300
export const handshakesPerSecond = 500
/**
 * Refused upgrades of one person that are no strike: ten tabs before a full bar, by their back-off,
 * ask ninety times in the first minute and forty in each that follows.
 */
export const refusedUpgradesBurst = 60
export const refusedUpgradesPerMinute = 60

/** Phones that are looked up in an hour for people who enter without a device key. */
export const phoneTriesPerNetwork = 10
export const phoneTriesPerBar = 200
export const photosPerHour = 5

export const historyPage = 50
export const barsPage = 200
/** Tables of one bar for which cards are printed. */
export const printedTables = 200
/** A repeated message id is recognised among this many last messages of its conversation. */
export const messageIdWindow = 256
export const socketsPerPerson = 3
export const socketsPerBar = 2_000
/** People in one page, and found by one search. */
export const peoplePage = 30
/** Of a page's JSON, however long the names are. */
export const peoplePageCharacters = 6_000
/** Of a first frame's JSON, as far as the number of its people decides that. */
export const firstFrameCharacters = 6_500
/** Of the JSON of any frame that the server sends. */
export const frameCharacters = 60_000
/** Of the events in it; what is more goes into the next frame, or is told as a snapshot. */
export const eventsCharacters = 40_000
/** Conversations that a page is told of, the newest. */
export const conversationsListed = 200
/** Of so many the first frame has the last line; further frames bring the others, as many at a time. */
export const lastLinesFirst = 10
export const lastLinesPage = 40
export const lastLineGraphemes = 80
/** People under "Chegaram agora", the newest. */
export const newcomers = 20
/** People of one bar; whoever comes then is told that it is full. */
export const peoplePerBar = 20_000

/** From here on the people list has a search field. */
export const searchFromPeople = 8
/** The composer counts what is left from here on. */
export const composerCountsFrom = 900
