import { resolve } from 'node:path'
import { hasInvisibleCharacters, isWellFormed } from '../platform/paths/characters.ts'
import { decidePath, workspaceScope } from '../platform/paths/decide-path.ts'
import { ask, deny, type Finding } from './finding.ts'
import { filesOfHarmless } from './harmless.ts'
import { judgeGit } from './judge-git.ts'
import { judgeCommandPath } from './judge-paths.ts'
import { judgeRemove } from './judge-remove.ts'
import * as programs from './programs.ts'
import { readScript } from './read-script.ts'
import type { ApprovalContext } from './verdict.ts'
import type { SimpleCommand, Word } from './words.ts'

const maxBytes = 16_384
/** So many words after a wrapper are tried as the beginning of a command of their own. */
const maxTried = 40
const maxTextDepth = 4
const maxFiles = 400
/** Commands looked at one by one; more than `maxCommands` are denied anyway. */
const maxJudged = 256

/**
 * What the command rules find, at their simplest and on the safe side: a command adds nothing only when every part of it is
 * plainly a reader inside the workspace; what is never acceptable is denied; all else asks, with the reasons.
 */
export function judgeCommand(command: string, cwd: string, context: ApprovalContext): Finding[] {
  const findings = [...judgeText(command), ...judgeCommandPath('read', cwd, context.workspace, context)]
  const folder = decidePath('read', cwd, workspaceScope(context)).real ?? resolve(context.workspace, cwd)
  if (Buffer.byteLength(command) > maxBytes) findings.push(deny('C2', 'It is too long to be looked through.'))
  else findings.push(...judgeScript(command, { cwd: folder, moved: false }, context, 0))
  return findings
}

/** Rule C1: what is shown must be what runs. */
export function judgeText(text: string): Finding[] {
  if (text.includes('\0')) return [deny('C1', 'It holds a NUL character.')]
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  const odd = /[\u0001-\u0008\u000b-\u001f\u007f-\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/.test(text)
  if (!odd && !hasInvisibleCharacters(text) && isWellFormed(text)) return []
  return [ask('C1', 'person', 'It holds characters that cannot be seen, so what is shown may not be what runs.')]
}

interface Place {
  cwd: string
  /** After `cd`, where files are is only believed for denials. */
  moved: boolean
}

function judgeScript(text: string, place: Place, context: ApprovalContext, depth: number): Finding[] {
  const script = readScript(text)
  const findings: Finding[] = []
  if (script.overLimit || depth > maxTextDepth)
    findings.push(deny('C2', 'It has more commands than can be looked through.'))
  if (script.broken || script.commands.length === 0)
    findings.push(ask('C3', 'contained', 'It is not a complete command.'))
  if (script.intricate) findings.push(ask('C5', 'contained', 'It is more than a plain command.'))
  for (const command of script.commands.slice(0, maxJudged))
    findings.push(...judgeSimple(command, place, context, depth))
  return findings
}

function judgeSimple(command: SimpleCommand, place: Place, context: ApprovalContext, depth: number): Finding[] {
  const findings = command.redirects.flatMap((redirect) =>
    judgeRedirect(redirect.operator, redirect.target, place, context),
  )
  const words = withoutGrammar(command.words, findings)
  const [program] = words
  if (program === undefined) {
    if (findings.length === 0) findings.push(ask('C5', 'contained', 'It is not a plain command.'))
    return findings
  }
  findings.push(...judgeWords(words, place, context, depth))
  const name = nameOf(program)
  if (programs.shells.has(name)) {
    for (const input of command.input) findings.push(...judgeScript(input, { ...place }, context, depth + 1))
  }
  const files = findings.length === 0 && !place.moved ? filesOfHarmless(words) : undefined
  if (files) findings.push(...files.flatMap((file) => judgeCommandPath('read', file, place.cwd, context)))
  else if (findings.every((finding) => finding.answer === 'ask' && finding.reason.class !== 'always')) {
    findings.push(ask('C14', 'contained', `No rule says that ${name || 'this'} is harmless.`))
  }
  if (name === 'cd') moveTo(words[1], place)
  return findings
}

/** Takes off reserved words and assignments; each found raises to ask. */
function withoutGrammar(words: readonly Word[], findings: Finding[]): readonly Word[] {
  let at = 0
  for (; at < words.length; at++) {
    const word = words[at]
    if (!word) break
    const named = word.plain ? word.text : ''
    if (programs.reserved.has(named)) findings.push(ask('C5', 'contained', 'It is more than a plain command.'))
    else if (named === 'function') {
      findings.push(ask('C5', 'contained', 'It defines a function.'))
      at++
    } else if (named === 'for' || named === 'case' || named === 'select' || named === '[[') {
      findings.push(ask('C5', 'contained', 'It is more than a plain command.'))
      return []
    } else if (/^[A-Za-z_]\w*(?:\[.*\])?\+?=/.test(word.text)) {
      findings.push(ask('C9', 'contained', 'It sets variables for what it runs.'))
    } else break
  }
  return words.slice(at)
}

/**
 * The guards for one command, and for the commands that its words may be in turn. `within`: these words are such a rest;
 * whoever called goes through all of them, so they are not gone through again.
 */
function judgeWords(
  words: readonly Word[],
  place: Place,
  context: ApprovalContext,
  depth: number,
  within = false,
): Finding[] {
  const [program, ...rest] = words
  if (!program) return []
  const name = nameOf(program)
  const texts = rest.map((word) => word.text)
  const findings: Finding[] = []
  if (program.dynamic || program.glob)
    findings.push(ask('C6', 'contained', 'Which program it runs is only known when it runs.'))
  if (/[^\0-\x7f]/.test(program.text))
    findings.push(ask('C8', 'person', 'The name of its program has unusual letters.'))
  findings.push(...judgeProgram(name, texts))
  if (name === 'git') findings.push(...judgeGit(rest))
  if (name === 'git' && place.moved) findings.push(ask('G2', 'person', 'git runs in another folder than this session.'))
  if (name === 'rm') findings.push(...judgeRemove(texts, place.cwd, context))
  const use = programs.writers.has(name)
    ? 'write'
    : programs.readers.has(name) || name === 'git' || name === 'cd'
      ? 'read'
      : undefined
  if (use) {
    const files = [...new Set(fileTexts(texts))]
    if (files.length > maxFiles) findings.push(ask('C2', 'person', 'It names more files than can be checked.'))
    for (const file of files.slice(0, maxFiles)) {
      const found = judgeCommandPath(use, file, place.cwd, context)
      findings.push(...found.filter((finding) => use === 'write' || finding.answer === 'deny'))
    }
  }
  if (!within && (programs.runsOperands.has(name) || programs.shells.has(name))) {
    findings.push(ask('C10', 'contained', `${name} runs what its words say.`))
    for (let at = 0; at < Math.min(rest.length, maxTried); at++) {
      const inner = judgeWords(rest.slice(at), { ...place }, context, depth + 1, true)
      findings.push(...inner.filter((found) => found.answer === 'deny' || found.reason.class !== 'contained'))
      const text = rest[at]?.text ?? ''
      if (/\s/.test(text) && depth < maxTextDepth) findings.push(...judgeScript(text, { ...place }, context, depth + 1))
    }
    for (const word of rest) findings.push(...judgeProgram(nameOf(word), []).filter((found) => found.answer === 'deny'))
  }
  return findings
}

function judgeProgram(name: string, texts: readonly string[]): Finding[] {
  if (programs.raisesRights.has(name)) return [deny('G4', `${name} takes more rights than you have given.`)]
  if (programs.stopsMachine.has(name) || name.startsWith('mkfs'))
    return [deny('G5', `${name} stops the machine or destroys disks.`)]
  if (name === 'dd') {
    const device = texts.some((text) => /^of=\/+dev\//.test(text))
    return [device ? deny('G5', 'It writes a device.') : ask('G5', 'person', 'dd writes wherever it is told to.')]
  }
  if (programs.leavesSandbox.has(name)) return [ask('C11', 'person', `${name} runs something elsewhere.`)]
  if (programs.network.has(name)) return [ask('G11', 'contained', `${name} uses the network.`)]
  if (programs.packageRunners.has(name)) return [ask('G12', 'contained', `${name} downloads and runs packages.`)]
  if (programs.packageManagers.has(name) && texts.some((text) => programs.installs.has(text))) {
    return [ask('G12', 'contained', `${name} downloads packages and runs their set-up.`)]
  }
  if (programs.interpreters.has(name)) return [ask('G6', 'contained', `${name} runs a program of its own.`)]
  if (programs.system.has(name)) return [ask('G14', 'always', `${name} reaches beyond this folder.`)]
  return []
}

function judgeRedirect(operator: string, target: Word, place: Place, context: ApprovalContext): Finding[] {
  if (operator.startsWith('<<')) return [ask('C12', 'contained', 'It feeds a text to the command.')]
  if (/^\/dev\/(?:tcp|udp)\//.test(target.text)) return [deny('C12', 'bash would open a network connection.')]
  if (target.dynamic || target.glob)
    return [ask('C12', 'contained', 'Where it writes or reads is only known when it runs.')]
  if (operator.endsWith('&') && /^(?:\d+|-)$/.test(target.text)) return []
  if (operator === '<') return judgeCommandPath('read', target.text, place.cwd, context)
  const found = judgeCommandPath('write', target.text, place.cwd, context)
  return found.length > 0 || target.text === '/dev/null'
    ? found
    : [ask('C12', 'contained', `It writes ${target.text}.`)]
}

/** What in the words of a command may be a file (G13, G16): operands, and the ends of options. */
function fileTexts(texts: readonly string[]): string[] {
  return texts.flatMap((text) => {
    if (text.startsWith('-')) {
      const from = text.includes('=') ? text.indexOf('=') + 1 : text.indexOf('/')
      return from > 0 && from < text.length ? [text.slice(from)] : []
    }
    return text === '' ? [] : [text.replace(/\/\*$/, '') || '/']
  })
}

function moveTo(folder: Word | undefined, place: Place): void {
  place.moved = true
  if (folder && !folder.dynamic && !folder.text.startsWith('-')) place.cwd = resolve(place.cwd, folder.text)
}

function nameOf(word: Word): string {
  return (word.text.split('/').at(-1) ?? '').toLowerCase()
}
