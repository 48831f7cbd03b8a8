import { BAR_ID_ALPHABET, BAR_ID_LENGTH } from '#contract/bar-id.ts'

/** Bytes from here on would make the first letters likelier than the others. */
const FAIR_BYTES = 256 - (256 % BAR_ID_ALPHABET.length)

/** A random code: one of 729 million, every one as likely. */
export function mintBarId(): string {
  let barId = ''
  while (barId.length < BAR_ID_LENGTH) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < FAIR_BYTES) barId += BAR_ID_ALPHABET.charAt(byte % BAR_ID_ALPHABET.length)
  }
  return barId
}
