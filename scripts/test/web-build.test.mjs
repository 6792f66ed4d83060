import { expect, it } from 'vitest'
import { forbiddenIn, inlineIn } from './web-build.mjs'

it.each([
  ['import fs from"node:fs";', ['node:']],
  ['const e=await import(`electron`)', ['electron']],
  ['import{ipcRenderer}from"electron/renderer"', ['electron']],
  ['require("child_process")', ['a module of Node']],
  ['module.exports=new Proxy({},{})//__vite-browser-external', ['a module of Node that vite left empty']],
])('finds what must not be in a browser bundle: %s', (source, found) => {
  expect(forbiddenIn(source)).toEqual(found)
})

it('lets harmless words pass', () => {
  expect(forbiddenIn('const text="a node: in prose";const path=from.os;label("electron")')).toEqual([])
})

it('finds inline scripts and handlers in a page', () => {
  expect(inlineIn('<script type="module" crossorigin src="/assets/a.js"></script>')).toEqual([])
  expect(inlineIn('<script>go()</script><body onload="go()">')).toEqual(['an inline script', 'an inline event handler'])
})
