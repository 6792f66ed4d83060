/** Matches paths with `/` against a pattern: `*` `?` `[a-z]` within a name, `**` across folders, `{a,b}` either. */
export function compileGlob(pattern: string): (path: string) => boolean {
  const alternatives = expandBraces(pattern.replace(/^\.?\//, '')).map((one) => {
    const parts = one.split('/').filter((part) => part !== '' && part !== '.')
    // A bare name is looked for in every folder, as people mean it.
    const whole = parts.length === 1 && parts[0] !== '**' ? ['**', ...parts] : parts
    return withoutRepeats(whole).map((part): Part => (part === '**' ? part : tokensOf(part)))
  })
  return (path) => {
    const names = path.split('/')
    return alternatives.some((parts) => matchParts(parts, names))
  }
}

/** `**` after `**` says nothing more, and costs time for every name. */
function withoutRepeats(parts: readonly string[]): string[] {
  return parts.filter((part, at) => part !== '**' || parts[at - 1] !== '**')
}

const maxAlternatives = 64

function expandBraces(pattern: string): string[] {
  let pending = [pattern]
  for (;;) {
    const at = pending.findIndex((one) => /\{[^{}]*,[^{}]*\}/.test(one))
    const one = pending[at]
    const match = one === undefined ? null : /\{([^{}]*,[^{}]*)\}/.exec(one)
    if (one === undefined || match === null || pending.length >= maxAlternatives) return pending
    const expanded = (match[1] ?? '')
      .split(',')
      .map((option) => one.slice(0, match.index) + option + one.slice(match.index + match[0].length))
    pending = [...pending.slice(0, at), ...expanded, ...pending.slice(at + 1)].slice(0, maxAlternatives)
  }
}

/** `reachable[i]`: the first `i` parts of the pattern match the names seen so far. Work grows with parts × names only. */
function matchParts(parts: readonly Part[], names: readonly string[]): boolean {
  let reachable = closeOver(parts, [0])
  for (const name of names) {
    const next: number[] = []
    for (const index of reachable) {
      const part = parts[index]
      if (part === undefined) continue
      if (part === '**') next.push(index)
      else if (matchName(part, name)) next.push(index + 1)
    }
    reachable = closeOver(parts, next)
    if (reachable.size === 0) return false
  }
  return reachable.has(parts.length)
}

/** `**` may also stand for no folder at all. */
function closeOver(parts: readonly Part[], indexes: readonly number[]): Set<number> {
  const closed = new Set(indexes)
  for (const index of closed) if (parts[index] === '**') closed.add(index + 1)
  return closed
}

/** One name against one part without `/`; goes back to the last star only, so it cannot blow up. */
function matchName(tokens: readonly Token[], name: string): boolean {
  let at = 0
  let token = 0
  let starToken = -1
  let starAt = 0
  while (at < name.length) {
    const now = tokens[token]
    if (now === '*') {
      starToken = token++
      starAt = at
    } else if (typeof now === 'function' && now(name[at] ?? '')) {
      token++
      at++
    } else if (starToken >= 0) {
      token = starToken + 1
      at = ++starAt
    } else {
      return false
    }
  }
  while (tokens[token] === '*') token++
  return token === tokens.length
}

type Token = '*' | ((character: string) => boolean)
/** `**`, or the tokens of one name. */
type Part = '**' | readonly Token[]

function tokensOf(part: string): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < part.length; at++) {
    const character = part[at] ?? ''
    const end = character === '[' ? part.indexOf(']', at + 2) : -1
    if (character === '*') tokens.push('*')
    else if (character === '?') tokens.push(() => true)
    else if (end > 0) {
      tokens.push(characterClass(part.slice(at + 1, end)))
      at = end
    } else tokens.push((other) => other === character)
  }
  return tokens
}

function characterClass(body: string): (character: string) => boolean {
  const negated = /^[!^]/.test(body)
  const set = negated ? body.slice(1) : body
  return (character) => {
    let inside = false
    for (let at = 0; at < set.length; at++) {
      const isRange = set[at + 1] === '-' && at + 2 < set.length
      if (isRange) inside ||= character >= (set[at] ?? '') && character <= (set[at + 2] ?? '')
      else inside ||= character === set[at]
      if (isRange) at += 2
    }
    return inside !== negated
  }
}
