import { expect, test } from 'vitest'
import { expandHome, folderName, shortenHome } from '../../platform/folder-name.ts'
import { splitTyped, suggestFolders } from './suggest-folders.ts'

const entries = [
  { name: '.git', type: 'directory' },
  { name: 'Project', type: 'directory' },
  { name: 'prose.md', type: 'file' },
  { name: 'src', type: 'directory' },
]

test('a path is completed to folders, whatever their case', () => {
  expect(suggestFolders(splitTyped('~/pro'), entries)).toEqual(['~/Project'])
  expect(suggestFolders(splitTyped('/a/'), entries)).toEqual(['/a/Project', '/a/src'])
})

test('hidden folders come only when a dot was typed', () => {
  expect(suggestFolders(splitTyped('/a/.'), entries)).toEqual(['/a/.git'])
})

test('the home folder is written short and read whole', () => {
  expect([shortenHome('/home/me/app', '/home/me'), shortenHome('/home/me2', '/home/me')]).toEqual([
    '~/app',
    '/home/me2',
  ])
  expect([expandHome('~/app', '/home/me'), expandHome('app', '/home/me'), expandHome('~', undefined)]).toEqual([
    '/home/me/app',
    undefined,
    undefined,
  ])
  expect(folderName('file:///home/me/my%20app')).toBe('my app')
})
