import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { processOutput, withoutControls } from './output.ts'

const stream = () => new PassThrough() as PassThrough & NodeJS.WriteStream

test('what is printed for people cannot drive their terminal', () => {
  expect(withoutControls('a\u001b[2Jb\u0007\r\u009bc\u202ed\n\te')).toBe('a�[2Jb��\u{fffd}c�d\n\te')
  const [out, err] = [stream(), stream()]
  const output = processOutput(out, err)
  output.line('\u001b]0;title')
  output.say('\u001b[1m')
  output.json({ text: '\u001b' })
  expect([String(out.read()), String(err.read())]).toEqual(['�]0;title\n{"text":"\\u001b"}\n', '�[1m\n'])
})

test('a reader that goes away ends nothing', () => {
  const out = stream()
  processOutput(out, stream())
  expect(() => out.emit('error', Object.assign(new Error('gone'), { code: 'EPIPE' }))).not.toThrow()
  expect(() => out.emit('error', new Error('other'))).toThrow('other')
})
