import { expect, test } from 'vitest'
import { dataFolderFrom } from './data-folder.ts'

const linux = { env: {}, platform: 'linux', home: '/home/ann' } as const

test('--data wins over everything and is made absolute', () => {
  const env = { ROADSTEAD_HOME: '/other', XDG_DATA_HOME: '/xdg' }
  expect(dataFolderFrom({ ...linux, env, flag: 'here', cwd: '/work' })).toBe('/work/here')
})

test('ROADSTEAD_HOME comes next and is the folder itself', () => {
  expect(dataFolderFrom({ ...linux, env: { ROADSTEAD_HOME: '/keep/it', XDG_DATA_HOME: '/xdg' } })).toBe('/keep/it')
})

test('on Linux XDG_DATA_HOME or ~/.local/share holds a folder roadstead', () => {
  expect(dataFolderFrom({ ...linux, env: { XDG_DATA_HOME: '/xdg' } })).toBe('/xdg/roadstead')
  expect(dataFolderFrom({ ...linux, env: { XDG_DATA_HOME: 'relative' } })).toBe('/home/ann/.local/share/roadstead')
  expect(dataFolderFrom(linux)).toBe('/home/ann/.local/share/roadstead')
})

test('macOS and Windows have their own places', () => {
  expect(dataFolderFrom({ env: {}, platform: 'darwin', home: '/Users/ann' })).toBe(
    '/Users/ann/Library/Application Support/roadstead',
  )
  expect(dataFolderFrom({ env: { LOCALAPPDATA: 'C:\\Local' }, platform: 'win32', home: 'C:\\Users\\ann' })).toBe(
    'C:\\Local\\roadstead',
  )
  expect(dataFolderFrom({ env: {}, platform: 'win32', home: 'C:\\Users\\ann' })).toBe(
    'C:\\Users\\ann\\AppData\\Local\\roadstead',
  )
})
