import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keyVariables, withoutModelKeys } from './key-variables.ts'

test('guard variables: keys of models are left out by name, and whatever holds one of them by its value', () => {
  const env = {
    PATH: '/usr/bin',
    ANTHROPIC_API_KEY: 'canary-of-the-environment',
    Gemini_Api_Key: ' canary-of-another ',
    CURL_OPTIONS: '-H x-api-key:canary-of-the-environment',
    OPENAI_API_KEY: 'ollama',
    MODEL: 'ollama/x',
    GITHUB_TOKEN: 'of the person, for their own programs',
  }
  const { PATH, MODEL, GITHUB_TOKEN } = env
  expect(withoutModelKeys(env)).toEqual({ PATH, MODEL, GITHUB_TOKEN })
})

test('every variable that the host takes a key from is one of them', () => {
  const source = readFileSync(join(import.meta.dirname, '../../models/providers.ts'), 'utf8')
  const names = [...source.matchAll(/'([A-Z_]*KEY)'/g)].map(([, name]) => name!)
  expect(names.length).toBeGreaterThan(3)
  expect(names.filter((name) => !keyVariables.has(name))).toEqual([])
})
