/** Real pictures of 5 × 3 pixels as a browser's canvas wrote them, without metadata, in base64. */
export const PICTURES = {
  jpeg: '/9j/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAADAAUDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAWEAEBAQAAAAAAAAAAAAAAAAAAARH/xAAVAQEBAAAAAAAAAAAAAAAAAAAFBv/EABYRAQEBAAAAAAAAAAAAAAAAAAEAIf/aAAwDAQACEQMRAD8Ai26ALrsAwv/Z',
  png: 'iVBORw0KGgoAAAANSUhEUgAAAAUAAAADCAYAAABbNsX4AAAAKElEQVR4AVyKsQ0AQAiEeIf8IV3yPI2VJDSEEOgamJfQskzU9263UQAAAP//iPVzNgAAAAZJREFUAwBeWg39ijlIdQAAAABJRU5ErkJggg==',
  lossyWebp:
    'UklGRj4AAABXRUJQVlA4IDIAAACQAQCdASoFAAMAAsBMJagCdLoAA5gA/u5EwEkLr+LaR0KZD/7UB3yy8/60P/1of9KAAA==',
  losslessWebp: 'UklGRiAAAABXRUJQVlA4TBQAAAAvBIAAAA9wK9X5j/mPCs/4iOh/FA==',
  alphaWebp:
    'UklGRlwAAABXRUJQVlA4WAoAAAAQAAAABAAAAgAAQUxQSAwAAAABDzBmERFiHiL6HwNWUDggKgAAAHABAJ0BKgUAAwACwEwlkALsAUAAAP7uQwLDrGB5f2Cu0lH79hYMjgAAAA==',
} as const
export type PictureName = keyof typeof PICTURES
export const PICTURE_NAMES = Object.keys(PICTURES) as PictureName[]

export function bytesOf(name: PictureName): Uint8Array<ArrayBuffer> {
  return fromBinary(atob(PICTURES[name]))
}

export function toDataUrl(bytes: Uint8Array, type = 'image/jpeg'): string {
  return `data:${type};base64,${btoa(toBinary(bytes))}`
}

/** Every byte as one character. */
export function toBinary(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
}

const fromBinary = (binary: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(binary, (character) => character.charCodeAt(0))

const bigEndian = (value: number, bytes: number): string =>
  Array.from({ length: bytes }, (_, at) =>
    String.fromCharCode((value >>> (8 * (bytes - 1 - at))) & 0xff),
  ).join('')

const littleEndian = (value: number): string => [...bigEndian(value, 4)].reverse().join('')

/** A segment of a JPEG that carries data beside the picture: APPn or a comment. */
export function jpegSegment(marker: number, data: string): string {
  return `\xff${String.fromCharCode(marker)}${bigEndian(data.length + 2, 2)}${data}`
}

export function pngChunk(tag: string, data: string): string {
  return `${bigEndian(data.length, 4)}${tag}${data}\0\0\0\0`
}

export function webpChunk(tag: string, data: string): string {
  return `${tag}${littleEndian(data.length)}${data}${data.length % 2 ? '\0' : ''}`
}

/** The picture with `extra` where its kind of file carries data, and `tail` after its end. */
export function withExtra(name: PictureName, extra: string, tail = ''): Uint8Array<ArrayBuffer> {
  const binary = toBinary(bytesOf(name))
  if (name === 'jpeg' || name === 'png') {
    const at = name === 'jpeg' ? 2 : 8 + 25
    return fromBinary(binary.slice(0, at) + extra + binary.slice(at) + tail)
  }
  const body = binary.slice(8) + extra
  return fromBinary(`RIFF${littleEndian(body.length)}${body}${tail}`)
}

/** The picture whose header claims these sides. */
export function claiming(
  name: PictureName,
  width: number,
  height: number,
): Uint8Array<ArrayBuffer> {
  const bytes = bytesOf(name)
  const view = new DataView(bytes.buffer)
  const at = toBinary(bytes)
  if (name === 'png') {
    view.setUint32(16, width)
    view.setUint32(20, height)
  } else if (name === 'jpeg') {
    view.setUint16(at.indexOf('\xff\xc0') + 7, width)
    view.setUint16(at.indexOf('\xff\xc0') + 5, height)
  } else if (name === 'losslessWebp') {
    view.setUint32(21, ((width - 1) & 0x3fff) | (((height - 1) & 0x3fff) << 14), true)
  } else {
    view.setUint16(at.indexOf('\x9d\x01\x2a') + 3, width, true)
    view.setUint16(at.indexOf('\x9d\x01\x2a') + 5, height, true)
  }
  return bytes
}

const PLACES: Record<'jpeg' | 'png' | 'webp', ((words: string) => string)[]> = {
  jpeg: [
    ...Array.from({ length: 16 }, (_, n) => (words: string) => jpegSegment(0xe0 + n, words)),
    (words) => jpegSegment(0xfe, words),
    (words) => jpegSegment(0xe1, `Exif\0\0${words}`),
    (words) => jpegSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0${words}`),
    (words) => jpegSegment(0xe2, `ICC_PROFILE\0${words}`),
    (words) => jpegSegment(0xee, `Adobe${words}`),
  ],
  png: ['tEXt', 'zTXt', 'iTXt', 'eXIf', 'iCCP', 'tIME', 'prVt', 'acTL', 'fdAT', 'sPLT'].map(
    (tag) => (words: string) => pngChunk(tag, words),
  ),
  webp: ['EXIF', 'XMP ', 'ICCP', 'junk'].map((tag) => (words: string) => webpChunk(tag, words)),
}

/** Ways to embed words in a picture of this kind. */
export function placesIn(name: PictureName) {
  return PLACES[name === 'jpeg' || name === 'png' ? name : 'webp']
}
