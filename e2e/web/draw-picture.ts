import { crc32, deflateSync } from 'node:zlib'

/** A small PNG of waves, 240 × 150. */
export function drawPicture(): Buffer {
  const [width, height] = [240, 150]
  const rows = Buffer.alloc((width * 3 + 1) * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const wave = Math.sin(x / 18 + Math.sin(y / 11) * 2) * 0.5 + 0.5
      const at = y * (width * 3 + 1) + 1 + x * 3
      rows[at] = 40 + wave * 60
      rows[at + 1] = 90 + wave * 110
      rows[at + 2] = 150 + (y / height) * 90
    }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Eight bits of red, green and blue each.
  head.set([8, 2], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
