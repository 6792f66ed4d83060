import { expect, test } from 'vitest'
import { base64Length, maxAttachedCharacters, maxImageBytes, planImage, planSmaller } from './attachments/plan-image.ts'
import { toBase64 } from './attachments/read-file.ts'
import { limits } from '../../../protocol/limits.ts'
import { composerIntent } from './composer-keys.ts'
import { ownMessages, stepHistory } from './history.ts'
import { editBetween, offsetsOf, piecesOf, rangeOf, shiftMentions, type Mention } from './mentions.ts'
import { moveBy, moveTo, placeAt } from './queue-order.ts'
import { insertionOf } from './suggestions.ts'
import { tokenAt } from './token.ts'
import { fromMessage, mergeMessages, putBack, toMessage } from './written.ts'

const attachment = { type: 'simple' as const, label: 'x' }
const at = (start: number, end: number): Mention => ({ start, end, attachment })

test('keys mean what they say', () => {
  const plain = { key: 'Enter', shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, keyCode: 13 }
  const intent = (more: object, composedAtMs?: number) =>
    composerIntent({ ...plain, isComposing: false, ...more }, composedAtMs)
  expect(intent({})).toBe('send')
  expect(intent({ metaKey: true })).toBe('steer')
  expect(intent({ ctrlKey: true })).toBe('steer')
  expect(intent({ shiftKey: true })).toBe('none')
  expect(intent({ isComposing: true })).toBe('none')
  expect(intent({ keyCode: 229 })).toBe('none')
  expect(intent({ timeStamp: 1005 }, 1000)).toBe('none')
  expect(intent({ timeStamp: 1500 }, 1000)).toBe('send')
})

test('an edit is found where the caret says, among equal letters too', () => {
  expect(editBetween('aaa', 'aaaa', 1)).toEqual({ start: 0, oldEnd: 0, newEnd: 1 })
  expect(editBetween('aaa', 'aaaa', 4)).toEqual({ start: 3, oldEnd: 3, newEnd: 4 })
  expect(editBetween('abc', '', 0)).toEqual({ start: 0, oldEnd: 3, newEnd: 0 })
  expect(editBetween('a-c', 'a++c', 3)).toEqual({ start: 1, oldEnd: 2, newEnd: 3 })
})

test('mentions move with what is written before them and end when they are touched', () => {
  const mentions = [at(0, 3), at(5, 8)]
  expect(shiftMentions(mentions, { start: 4, oldEnd: 4, newEnd: 6 })).toEqual([at(0, 3), at(7, 10)])
  expect(shiftMentions(mentions, { start: 3, oldEnd: 5, newEnd: 3 })).toEqual([at(0, 3), at(3, 6)])
  expect(shiftMentions(mentions, { start: 6, oldEnd: 6, newEnd: 7 })).toEqual([at(0, 3)])
  expect(shiftMentions(mentions, { start: 2, oldEnd: 6, newEnd: 2 })).toEqual([])
})

test('places count UTF-16 units, by lines, and come back', () => {
  const text = '😀 一\n@文件.ts 😀'
  const range = rangeOf(text, 5, 11)
  expect(range).toEqual({ start: { line: 1, character: 0 }, end: { line: 1, character: 6 } })
  expect(offsetsOf(text, range)).toEqual({ start: 5, end: 11 })
  expect(offsetsOf(text, { start: { line: 1, character: 0 }, end: { line: 1, character: 99 } })).toBe(undefined)
  expect(piecesOf('a @b c', [at(2, 4)]).map((piece) => piece.text)).toEqual(['a ', '@b', ' c'])
})

test('a message survives being made and taken apart', () => {
  const written = {
    text: 'see @x',
    mentions: [at(4, 6)],
    files: [
      { id: 'f', attachment: { type: 'embeddedResource' as const, label: 'p', data: '', contentType: 'image/png' } },
    ],
  }
  expect(fromMessage(toMessage(written), () => 'f')).toEqual({
    ...written,
    mentions: [{ start: 4, end: 6, attachment: { ...attachment, range: rangeOf('see @x', 4, 6) } }],
  })
})

test('what is put back keeps the places of what was written meanwhile', () => {
  const first = { text: 'one @x', mentions: [at(4, 6)], files: [] }
  const second = { text: '@y', mentions: [at(0, 2)], files: [] }
  expect(putBack(first, second)).toEqual({ text: 'one @x\n@y', mentions: [at(4, 6), at(7, 9)], files: [] })
})

test('a second steering message follows the first, with its attachments at their new lines', () => {
  const first = { text: 'one\ntwo', origin: { kind: 'user' as const }, model: { id: 'a' } }
  const second = {
    text: '@x',
    origin: { kind: 'user' as const },
    model: { id: 'b' },
    attachments: [{ ...attachment, range: rangeOf('@x', 0, 2) }],
  }
  const merged = mergeMessages(first, second)
  expect(merged).toEqual({
    text: 'one\ntwo\n\n@x',
    origin: { kind: 'user' },
    model: { id: 'b' },
    attachments: [{ ...attachment, range: rangeOf('one\ntwo\n\n@x', 9, 11) }],
  })
})

test('a mention begins at the beginning of a word, a command at that of the message', () => {
  expect(tokenAt('see @src/da', 11, ['@'])).toEqual({ kind: 'mention', start: 4, query: 'src/da' })
  expect(tokenAt('mail me@home', 12, ['@'])).toBe(undefined)
  expect(tokenAt('看（@文', 4, ['@'])).toEqual({ kind: 'mention', start: 2, query: '文' })
  expect(tokenAt('see @src done', 13, ['@'])).toBe(undefined)
  expect(tokenAt('/mod', 4, [])).toEqual({ kind: 'command', query: 'mod' })
  expect(tokenAt('a /mod', 6, [])).toBe(undefined)
  expect(tokenAt('/etc/hosts is', 13, [])).toBe(undefined)
})

test('what is offered goes where it was asked for, also when more was typed since', () => {
  const item = { insertText: '@src/date.ts', rangeStart: 4, rangeEnd: 7, attachment }
  const asked = { text: 'see @da', offset: 7, items: [item] }
  expect(insertionOf(item, asked, 'see @dat now', 8)).toEqual({
    start: 4,
    end: 8,
    text: '@src/date.ts',
    mention: at(4, 16),
  })
  expect(insertionOf(item, asked, 'see @da', 7)?.text).toBe('@src/date.ts ')
  const folder = { ...item, insertText: '@src/' }
  expect(insertionOf(folder, asked, 'see @da', 7)?.text).toBe('@src/ ')
  expect(insertionOf(folder, asked, 'see @da', 7, true)?.text).toBe('@src/')
  expect(insertionOf(item, asked, 'other @da', 9)).toBe(undefined)
})

test('the queue is moved by keys, by hand, and never beyond its ends', () => {
  expect(moveBy(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c'])
  expect(moveBy(['a', 'b', 'c'], 'c', 1)).toEqual(['a', 'b', 'c'])
  expect(moveBy(['a'], 'gone', 1)).toEqual(['a'])
  expect(moveTo(['a', 'b', 'c'], 'a', 2)).toEqual(['b', 'c', 'a'])
  expect([5, 15, 99].map((y) => placeAt(y, [10, 20]))).toEqual([0, 1, 2])
})

test('history goes back to the first and forth to what is being written', () => {
  expect(stepHistory(undefined, 3, 'back')).toBe(2)
  expect(stepHistory(0, 3, 'back')).toBe(0)
  expect(stepHistory(2, 3, 'forth')).toBe(undefined)
  expect(stepHistory(undefined, 0, 'back')).toBe(undefined)
  const turn = (text: string) => ({
    id: text,
    message: { text, origin: { kind: 'user' as const } },
    responseParts: [],
    state: 'complete' as const,
  })
  expect(ownMessages({ turns: [turn('a'), turn('a'), turn('b')] }).map(({ text }) => text)).toEqual(['a', 'b'])
})

test('guard: pictures go as they are while they are small, and otherwise are drawn no larger than allowed', () => {
  const image = (more: object) => planImage({ type: 'image/png', bytes: 1000, width: 800, height: 600, ...more })
  expect(image({})).toEqual({ kind: 'keep' })
  expect(image({ width: 4000, height: 3000 })).toEqual({ kind: 'draw', width: 2000, height: 1500, type: 'image/png' })
  expect(image({ bytes: maxImageBytes + 1 })).toEqual({ kind: 'draw', width: 800, height: 600, type: 'image/jpeg' })
  expect(image({ type: 'image/bmp' })).toEqual({ kind: 'draw', width: 800, height: 600, type: 'image/png' })
  expect(image({ type: 'image/jpeg', height: 20000, width: 10 })).toMatchObject({ width: 1, height: 2000 })
})

test('a picture that comes out too large is tried smaller, and given up on in the end', () => {
  const steps = []
  for (let plan = planSmaller({ kind: 'draw', width: 2000, height: 1000, type: 'image/png' }); plan !== undefined;)
    plan = (steps.push(`${plan.type} ${plan.width}`), planSmaller(plan))
  expect(steps.slice(0, 3)).toEqual(['image/jpeg 2000', 'image/jpeg 1400', 'image/jpeg 980'])
  expect(steps.length).toBeLessThan(10)
})

test('the largest picture still fits into a message', () => {
  expect(base64Length(maxImageBytes)).toBeLessThan(limits.messageBytes - 64 * 1024)
  expect(maxAttachedCharacters).toBeLessThan(limits.messageBytes - 64 * 1024)
  expect(toBase64(new Uint8Array(100_000)).length).toBe(base64Length(100_000))
})
