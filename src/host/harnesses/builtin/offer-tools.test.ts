import { expect, test } from 'vitest'
import { modelFamilies } from '../../../protocol/model-facts.ts'
import { builtinTools } from '../../tools/catalogue.ts'
import { offerTools } from './offer-tools.ts'

const all = builtinTools()
const namesFor = (...args: [family: (typeof modelFamilies)[number], unattended: boolean]) =>
  offerTools(all, ...args).tools.map(({ name }) => name)

test('each family is offered its own way to edit and not the other; the rest is for all', () => {
  const common = all.map(({ name }) => name).filter((name) => !/apply_patch|replace_string/.test(name))
  for (const family of modelFamilies) {
    const names = namesFor(family, false)
    const own = family === 'gpt' ? 'apply_patch' : 'replace_string_in_file'
    expect(names.filter((name) => !common.includes(name))).toEqual([own])
    expect(common.filter((name) => !names.includes(name))).toEqual([])
  }
})

test('guard: nobody is asked where nobody answers', () => {
  expect(namesFor('claude', true)).toEqual(namesFor('claude', false).filter((name) => name !== 'ask_person'))
})

test('every offered tool has a name all wires take and a schema in words all wires know', () => {
  const words = new Set<string>()
  const visit = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return
    for (const [key, value] of Object.entries(schema)) {
      words.add(key)
      if (key === 'properties') for (const one of Object.values(value as object)) visit(one)
      else visit(value)
    }
  }
  for (const family of modelFamilies) {
    for (const { name, inputSchema, description } of offerTools(all, family, false).tools) {
      expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
      expect(description).not.toBe('')
      expect(inputSchema).toMatchObject({ type: 'object' })
      visit({ ...inputSchema, required: undefined })
    }
  }
  const known = ['type', 'properties', 'required', 'description', 'items', 'enum', 'minimum', 'maximum']
  expect([...words].filter((word) => !known.includes(word) && !/^\d+$/.test(word))).toEqual([])
})

test('what is offered is compact, and the same objects every time', () => {
  const first = offerTools(all, 'claude', false)
  expect(offerTools(all, 'claude', false)).toBe(first)
  expect(Buffer.byteLength(JSON.stringify(first.tools))).toBeLessThan(8000)
  const path = { type: 'string', description: 'The file, relative to the workspace or absolute.' }
  expect(first.tools.find(({ name }) => name === 'read_file')?.inputSchema).toEqual({
    type: 'object',
    properties: {
      path,
      start_line: { description: 'First line to read, from 1.', type: 'integer', minimum: 1 },
      end_line: { description: 'Last line to read, included.', type: 'integer', minimum: 1 },
    },
    required: ['path'],
  })
})
