import type { RawClient } from './raw-client.ts'

/** A frame as the attack corpus writes it. */
export interface FrameSpec {
  readonly opcode: number
  readonly fin?: boolean | undefined
  readonly masked?: boolean | undefined
  readonly rsv1?: boolean | undefined
  readonly text?: string | undefined
  readonly hex?: string | undefined
  readonly repeat?: readonly [string, number] | undefined
  /** Written as the 64-bit length, whatever the payload has. */
  readonly declaredLength64Hex?: string | undefined
}

const mask = Buffer.from([0x37, 0xfa, 0x21, 0x3d])

export function encodeFrame(spec: FrameSpec): Buffer {
  const payload = payloadOf(spec)
  const masked = spec.masked ?? true
  const first = (spec.fin === false ? 0 : 0x80) | (spec.rsv1 === true ? 0x40 : 0) | spec.opcode
  const head = [Buffer.from([first]), lengthOf(spec, payload.length, masked ? 0x80 : 0)]
  if (!masked) return Buffer.concat([...head, payload])
  const hidden = Buffer.from(payload)
  for (let i = 0; i < hidden.length; i++) hidden[i] = (hidden[i] ?? 0) ^ (mask[i % 4] ?? 0)
  return Buffer.concat([...head, mask, hidden])
}

function payloadOf({ text, hex, repeat }: FrameSpec): Buffer {
  if (hex !== undefined) return Buffer.from(hex, 'hex')
  if (repeat !== undefined) return Buffer.from(repeat[0].repeat(repeat[1]))
  return Buffer.from(text ?? '')
}

function lengthOf({ declaredLength64Hex }: FrameSpec, length: number, maskBit: number): Buffer {
  if (declaredLength64Hex !== undefined)
    return Buffer.concat([Buffer.from([maskBit | 127]), Buffer.from(declaredLength64Hex, 'hex')])
  if (length < 126) return Buffer.from([maskBit | length])
  if (length < 65_536) return Buffer.from([maskBit | 126, length >> 8, length & 255])
  const long = Buffer.alloc(9)
  long[0] = maskBit | 127
  long.writeBigUInt64BE(BigInt(length), 1)
  return long
}

/** A frame from the host. */
export interface HostFrame {
  readonly opcode: number
  readonly payload: Buffer
}

/** All complete frames received so far. */
export function readFrames(received: Buffer): HostFrame[] {
  const frames: HostFrame[] = []
  let at = 0
  while (at + 2 <= received.length) {
    const short = (received[at + 1] ?? 0) & 127
    const header = short < 126 ? 2 : short === 126 ? 4 : 10
    if (at + header > received.length) break
    const length =
      short < 126 ? short : short === 126 ? received.readUInt16BE(at + 2) : Number(received.readBigUInt64BE(at + 2))
    if (at + header + length > received.length) break
    frames.push({
      opcode: (received[at] ?? 0) & 15,
      payload: received.subarray(at + header, at + header + length),
    })
    at += header + length
  }
  return frames
}

/** Waits for a frame of that opcode that satisfies the condition. */
export function waitForFrame(
  client: RawClient,
  opcode: number,
  what: string,
  matches: (payload: Buffer) => boolean = () => true,
  limitMs?: number,
): Promise<HostFrame> {
  return client.waitFor(
    (received) => readFrames(received).find((frame) => frame.opcode === opcode && matches(frame.payload)),
    what,
    limitMs,
  )
}

export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

/** Sends a JSON-RPC call and waits for the answer with its id. */
export async function call(client: RawClient, id: number, method: string, limitMs?: number): Promise<unknown> {
  client.write(encodeFrame({ opcode: opcodes.text, text: JSON.stringify({ jsonrpc: '2.0', id, method, params: {} }) }))
  return await waitForAnswer(client, id, limitMs)
}

export async function waitForAnswer(client: RawClient, id: number, limitMs?: number): Promise<unknown> {
  const hasId = (payload: Buffer) => (JSON.parse(payload.toString()) as { id?: unknown }).id === id
  const frame = await waitForFrame(client, opcodes.text, `answer ${id}`, hasId, limitMs)
  return JSON.parse(frame.payload.toString())
}

/** Waits for the closing frame; its code. */
export async function waitForCloseCode(client: RawClient, limitMs?: number): Promise<number> {
  const frame = await waitForFrame(client, opcodes.close, 'closing frame', undefined, limitMs)
  return frame.payload.length < 2 ? 1005 : frame.payload.readUInt16BE(0)
}
