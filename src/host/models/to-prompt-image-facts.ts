/** What an image says of itself; sides in pixels. */
export interface ImageFacts {
  readonly type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'
  readonly width: number
  readonly height: number
}

/**
 * The kind and size of an image by its bytes, `undefined` where it is of none of the kinds every provider knows or is cut
 * off before its size. What is declared does not count: providers refuse an image that is not of the kind it is said to be.
 */
export function readImage(bytes: Buffer): ImageFacts | undefined {
  const facts = readPng(bytes) ?? readGif(bytes) ?? readWebp(bytes) ?? readJpeg(bytes)
  return facts && facts.width > 0 && facts.height > 0 ? facts : undefined
}

function startsWith(bytes: Buffer, text: string, at = 0): boolean {
  return bytes.toString('latin1', at, at + text.length) === text
}

/** PNG specification: the signature, then IHDR with both sides. */
function readPng(bytes: Buffer): ImageFacts | undefined {
  if (!startsWith(bytes, '\x89PNG\r\n\x1A\n') || !startsWith(bytes, 'IHDR', 12) || bytes.length < 24) return undefined
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** GIF89a specification: the logical screen follows the signature. */
function readGif(bytes: Buffer): ImageFacts | undefined {
  if (!(startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) || bytes.length < 10) return undefined
  return { type: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
}

/** WebP container specification: lossy (VP8), lossless (VP8L), extended (VP8X). */
function readWebp(bytes: Buffer): ImageFacts | undefined {
  if (!startsWith(bytes, 'RIFF') || !startsWith(bytes, 'WEBP', 8) || bytes.length < 30) return undefined
  const type = 'image/webp'
  if (startsWith(bytes, 'VP8 ', 12)) {
    return { type, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  }
  if (startsWith(bytes, 'VP8L', 12)) {
    const sides = bytes.readUInt32LE(21)
    return { type, width: (sides & 0x3fff) + 1, height: ((sides >>> 14) & 0x3fff) + 1 }
  }
  if (startsWith(bytes, 'VP8X', 12)) {
    return { type, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  }
  return undefined
}

/** JPEG: segments up to the frame, whose header has both sides (ITU T.81, B.2.2). */
function readJpeg(bytes: Buffer): ImageFacts | undefined {
  if (!startsWith(bytes, '\xFF\xD8\xFF')) return undefined
  let at = 2
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { type: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}
