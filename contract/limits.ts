/**
 * Every limit that both sides know. Text lengths are in graphemes (what a reader counts as one
 * character) unless the name says otherwise.
 */
export const LIMITS = {
  nameGraphemes: 40,
  /** UTF-16 units that forty graphemes do not exceed in any name that is one. */
  nameCharacters: 1_000,
  tableGraphemes: 12,
  messageGraphemes: 1_000,
  messageBytes: 4_000,
  /** Keeps one message from filling a screen many times over. */
  messageLines: 60,
  barDescriptionGraphemes: 500,
  /** Every other line of text that the form of a bar has. */
  barLineGraphemes: 80,
  barNumberGraphemes: 12,
  /** RFC 5321 allows no longer address. */
  emailCharacters: 254,
  passwordCharactersMin: 8,
  /** UTF-16 units; far beyond what a password manager makes, and hashing it stays cheap. */
  passwordCharacters: 256,

  /** A person's photo after shrinking on the device. */
  photoBytes: 100_000,
  photoSidePx: 512,
  /** What the server believes of any picture's header. */
  pictureSidePx: 4_096,
  picturePixels: 12_000_000,
  environmentPhotos: 5,
  /** A bar's logo or photo after shrinking on the device. */
  barPictureBytes: 512_000,
  barPictureSidePx: 1_600,

  /** A JSON body: the inline photo as base64 and room for the other fields. */
  requestBytes: 150_000,
  frameBytes: 8_192,
  /** Frames that are ill-formed, too big or far too many, until a person is kept out for a while. */
  strikes: 3,
  /** Frames of one person, whatever they ask: far more than a page ever sends. */
  framesBurst: 200,
  framesPerSecond: 20,

  /** What a person may say to one other: a burst, then one a second. */
  sayPairBurst: 10,
  sayPairPerSecond: 1,
  sayPerMinute: 60,
  /** Conversations that a person may begin in an hour. */
  newPeoplePerHour: 20,

  /** A client says how many frames it has received each time that so many have come. */
  confirmEveryFrames: 100,
  /** Frames that a client has not confirmed, until its socket is closed. */
  unconfirmedFrames: 300,
  handshakesPerSecond: 500,

  /** Tries an hour to come in with a phone that somebody here has, without their device key. */
  phoneTriesPerDevice: 5,
  phoneTriesPerBar: 30,
  photosPerHour: 5,

  historyPage: 50,
  barsPage: 200,
  /** A repeated message id is recognised among this many last messages of its conversation. */
  messageIdWindow: 256,
  socketsPerPerson: 3,
  socketsPerBar: 2_000,
  /** People in one page, and found by one search. */
  peoplePage: 30,
  /** Of a page's JSON, however long the names are. */
  peoplePageCharacters: 6_000,
  /** People of one bar, as administrators see them. */
  peoplePerBar: 5_000,

  /** From here on the people list has a search field. */
  searchFromPeople: 8,
  /** The composer counts what is left from here on. */
  composerCountsFrom: 900,
} as const
