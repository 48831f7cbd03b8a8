/**
 * Every limit that both sides know. Text lengths are in graphemes (what a reader counts as one
 * character) unless the name says otherwise.
 */
export const LIMITS = {
  nameGraphemes: 40,
  tableGraphemes: 12,
  messageGraphemes: 1_000,
  messageBytes: 4_000,
  /** Keeps one message from filling a screen many times over. */
  messageLines: 60,
  barDescriptionGraphemes: 500,

  /** A person's photo after shrinking on the device. */
  photoBytes: 100_000,
  photoSidePx: 512,
  /** What the server believes of any picture's header. */
  pictureSidePx: 4_096,
  picturePixels: 12_000_000,
  environmentPhotos: 5,

  /** A JSON body: the inline photo as base64 and room for the other fields. */
  requestBytes: 150_000,
  frameBytes: 8_192,
  /** Ill-formed frames of one socket before it is closed for good. */
  strikes: 5,

  historyPage: 50,
  /** A repeated message id is recognised among this many last messages of its conversation. */
  messageIdWindow: 256,
  socketsPerPerson: 3,
  socketsPerBar: 2_000,
  /** People shown in one snapshot. */
  peoplePerSnapshot: 5_000,

  /** From here on the people list has a search field. */
  searchFromPeople: 8,
  /** The composer counts what is left from here on. */
  composerCountsFrom: 900,
} as const
