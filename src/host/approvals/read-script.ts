import { decodeEscape } from './ansi-escape.ts'
import { maxCommands, maxDepth, type Redirect, type Script, type SimpleCommand, type Word } from './words.ts'

/**
 * Takes a bash script apart into simple commands. It errs on the side of finding more commands than bash would run, never
 * fewer in the constructs it knows; whoever allows something must also look at `broken` and `intricate`.
 */
export function readScript(text: string): Script {
  const reader = new Reader(text)
  reader.readCommands(undefined, 0)
  return reader.script()
}

interface Building {
  words: Word[]
  redirects: Redirect[]
  input: string[]
}

interface Heredoc {
  readonly delimiter: string
  readonly literal: boolean
  readonly stripTabs: boolean
  readonly command: Building
}

/** The longest first. */
const redirects = ['&>>', '<<<', '<<-', '&>', '<<', '<>', '<&', '<', '>>', '>|', '>&', '>']
const separators = ['&&', '||', '|&', ';;&', ';;', ';&', ';', '|', '&', '\n']

class Reader {
  readonly #text: string
  #at = 0
  #commands: Building[] = []
  #heredocs: Heredoc[] = []
  #overLimit = false
  #broken = false
  #intricate = false
  /** Inside backticks a backtick ends the word instead of beginning another substitution. */
  #inBackticks = false

  constructor(text: string) {
    this.#text = text
  }

  script(): Script {
    const commands: SimpleCommand[] = this.#commands.filter(
      (command) => command.words.length > 0 || command.redirects.length > 0,
    )
    const overLimit = this.#overLimit || commands.length > maxCommands
    return { commands, overLimit, broken: this.#broken, intricate: this.#intricate }
  }

  /** Reads up to the closer of this level, or to the end. */
  readCommands(closer: ')' | '`' | undefined, depth: number): void {
    if (depth > maxDepth) {
      this.#overLimit = true
      this.#at = this.#text.length
      return
    }
    const outer = this.#inBackticks
    this.#inBackticks = closer === '`'
    this.#readUntil(closer, depth)
    this.#inBackticks = outer
  }

  #readUntil(closer: ')' | '`' | undefined, depth: number): void {
    let command = this.#begin()
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at] ?? ''
      if (char === closer) {
        this.#at++
        return
      }
      if (char === ' ' || char === '\t') this.#at++
      else if (this.#text.startsWith('\\\n', this.#at)) this.#at += 2
      else if (char === '#') this.#skipComment()
      else if (char === '(') {
        this.#at++
        this.#intricate = true
        this.readCommands(')', depth + 1)
        command = this.#begin()
      } else if (char === ')' || char === '`') {
        this.#at++
        this.#intricate = true
        command = this.#begin()
      } else if (this.#isRedirect()) this.#readRedirect(command, depth)
      else if (this.#readSeparator()) command = this.#begin()
      else {
        const word = this.#readWord(depth)
        const number = word.plain && /^(?:\d+|\{\w+\})$/.test(word.text) && /[<>]/.test(this.#text[this.#at] ?? '')
        if (!number) command.words.push(word)
      }
    }
    if (closer !== undefined) this.#broken = true
    if (this.#heredocs.length > 0) this.#broken = true
  }

  #begin(): Building {
    const command: Building = { words: [], redirects: [], input: [] }
    this.#commands.push(command)
    return command
  }

  #skipComment(): void {
    const end = this.#text.indexOf('\n', this.#at)
    this.#at = end < 0 ? this.#text.length : end
  }

  #readSeparator(): boolean {
    const found = separators.find((separator) => this.#text.startsWith(separator, this.#at))
    if (found === undefined) return false
    this.#at += found.length
    if (found === '&' || found.startsWith(';;') || found === ';&') this.#intricate = true
    if (found === '\n') this.#readHeredocs()
    return true
  }

  #isRedirect(): boolean {
    const next = this.#text.slice(this.#at, this.#at + 2)
    if (next === '<(' || next === '>(') return false
    return redirects.some((operator) => this.#text.startsWith(operator, this.#at))
  }

  #readRedirect(command: Building, depth: number): void {
    const operator = redirects.find((candidate) => this.#text.startsWith(candidate, this.#at)) ?? '>'
    this.#at += operator.length
    while (/[ \t]/.test(this.#text[this.#at] ?? '')) this.#at++
    const target = this.#readWord(depth)
    if (target.text === '' && target.plain && !target.dynamic) this.#broken = true
    command.redirects.push({ operator, target })
    if (operator === '<<<') command.input.push(target.text)
    if (operator !== '<<' && operator !== '<<-') return
    this.#intricate = true
    this.#heredocs.push({ delimiter: target.text, literal: !target.plain, stripTabs: operator === '<<-', command })
  }

  #readHeredocs(): void {
    const pending = this.#heredocs
    this.#heredocs = []
    for (const { delimiter, literal, stripTabs, command } of pending) {
      const lines: string[] = []
      for (;;) {
        if (this.#at >= this.#text.length) {
          this.#broken = true
          break
        }
        const end = this.#text.indexOf('\n', this.#at)
        const line = this.#text.slice(this.#at, end < 0 ? undefined : end)
        this.#at = end < 0 ? this.#text.length : end + 1
        if ((stripTabs ? line.replace(/^\t+/, '') : line) === delimiter) break
        lines.push(line)
      }
      const body = lines.join('\n')
      command.input.push(body)
      if (!literal) this.#include(new Reader(body).#readExpanded())
    }
  }

  /** The commands in the substitutions of a text that is expanded like one in double quotes. */
  #readExpanded(): Reader {
    while (this.#at < this.#text.length) {
      if (!this.#readExpansion(1)) this.#at += this.#text[this.#at] === '\\' ? 2 : 1
    }
    return this
  }

  #include(other: Reader): void {
    this.#commands.push(...other.#commands)
    this.#overLimit ||= other.#overLimit
    this.#broken ||= other.#broken
  }

  #readWord(depth: number): Word {
    let text = ''
    let dynamic = false
    let glob = false
    let plain = true
    const from = this.#at
    for (;;) {
      const char = this.#text[this.#at]
      const next = this.#text[this.#at + 1]
      if (char === undefined || ' \t\n;|)'.includes(char)) break
      if (char === '`' && this.#inBackticks) break
      if (char === '&' || (char === '(' && this.#at > from)) break
      if ((char === '<' || char === '>') && next !== '(') break
      if (char === '<' || char === '>') {
        this.#at += 2
        this.#intricate = dynamic = true
        this.readCommands(')', depth + 1)
      } else if (char === '\\') {
        plain = false
        if (next !== '\n') text += next ?? ''
        if (next === undefined) this.#broken = true
        this.#at += 2
      } else if (char === "'") {
        plain = false
        text += this.#readSingleQuotes()
      } else if (char === '"' || (char === '$' && next === '"')) {
        plain = false
        if (char === '$') {
          dynamic = true
          this.#at++
        }
        const quoted = this.#readDoubleQuotes(depth)
        text += quoted.text
        dynamic ||= quoted.dynamic
      } else if (char === '$' && next === "'") {
        plain = false
        text += this.#readAnsiQuotes()
      } else if (this.#readExpansion(depth)) {
        dynamic = true
      } else {
        if ('*?['.includes(char)) glob = true
        text += char
        this.#at++
      }
    }
    if (plain && (/\{[^{}]*(?:,|\.\.)[^{}]*\}/.test(text) || /^~[^/]/.test(text))) dynamic = true
    // A brace expansion whose parts are quoted is one, too.
    if (!plain && /\{.*(?:,|\.\.).*\}/s.test(this.#text.slice(from, this.#at)) && text.includes('{')) dynamic = true
    return { text, dynamic, glob, plain }
  }

  #readSingleQuotes(): string {
    const end = this.#text.indexOf("'", this.#at + 1)
    if (end < 0) this.#broken = true
    const text = this.#text.slice(this.#at + 1, end < 0 ? undefined : end)
    this.#at = end < 0 ? this.#text.length : end + 1
    return text
  }

  #readDoubleQuotes(depth: number): { text: string; dynamic: boolean } {
    let text = ''
    let dynamic = false
    this.#at++
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at] ?? ''
      const next = this.#text[this.#at + 1] ?? ''
      if (char === '"') {
        this.#at++
        return { text, dynamic }
      }
      if (char === '\\') {
        if ('$`"\\'.includes(next)) text += next
        else if (next !== '\n') text += char + next
        this.#at += 2
      } else if (this.#readExpansion(depth)) dynamic = true
      else {
        text += char
        this.#at++
      }
    }
    this.#broken = true
    return { text, dynamic }
  }

  #readAnsiQuotes(): string {
    let text = ''
    this.#at += 2
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at] ?? ''
      if (char === "'") {
        this.#at++
        return text
      }
      const decoded = char === '\\' ? decodeEscape(this.#text.slice(this.#at)) : { text: char, length: 1 }
      text += decoded.text
      this.#at += decoded.length
    }
    this.#broken = true
    return text
  }

  /** At `$` or a backtick that expands something: reads over it, its commands included. */
  #readExpansion(depth: number): boolean {
    const char = this.#text[this.#at]
    if (char === '`') {
      this.#at++
      this.#intricate = true
      this.readCommands('`', depth + 1)
      return true
    }
    if (char !== '$') return false
    const next = this.#text[this.#at + 1] ?? ''
    if (next === '(') {
      this.#at += 2
      this.#intricate = true
      this.readCommands(')', depth + 1)
      return true
    }
    if (next === '{' || next === '[') {
      this.#at += 2
      const end = next === '{' ? '}' : ']'
      while (this.#at < this.#text.length && this.#text[this.#at] !== end) {
        if (!this.#readExpansion(depth)) this.#at++
      }
      if (this.#at >= this.#text.length) this.#broken = true
      this.#at++
      return true
    }
    if (!/[A-Za-z0-9_@*#?$!-]/.test(next)) return false
    const name = /^[A-Za-z_]\w*/.exec(this.#text.slice(this.#at + 1, this.#at + 300))
    this.#at += 1 + (name?.[0].length ?? 1)
    return true
  }
}
