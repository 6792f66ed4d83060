import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import { loadLanguage } from './languages.ts'

/** A stretch of a line; `kind` names its colour, `--code-KIND`. */
export type CodeToken = readonly [text: string, kind?: string]
export type CodeLine = readonly CodeToken[]

/** Longer lines stay plain. Characters. */
const longestLine = 5_000

let highlighter: Promise<HighlighterCore> | undefined
const loaded = new Map<string, Promise<void>>()

/** Splits code into coloured stretches, one list a line. One highlighter serves all. `language` as `languageOf` names it. */
export async function tokenize(code: string, language: string): Promise<readonly CodeLine[]> {
  highlighter ??= createHighlighterCore({
    themes: [createCssVariablesTheme({ name: 'tokens', variablePrefix: '--code-' })],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  })
  const core = await highlighter
  let loading = loaded.get(language)
  if (loading === undefined) {
    loading = loadLanguage(language).then((grammars) => core.loadLanguage(grammars))
    loaded.set(language, loading)
  }
  await loading
  const lines = core.codeToTokensBase(code, {
    lang: language,
    theme: 'tokens',
    tokenizeMaxLineLength: longestLine,
    // A line that is given up leaves the lines after it in the wrong colours; who waits gives up on the whole.
    tokenizeTimeLimit: 0,
  })
  return lines.map((line) => {
    const tokens: CodeToken[] = []
    for (const { content, color } of line) {
      const kind = kindOf(color)
      const previous = tokens.at(-1)
      if (previous !== undefined && previous[1] === kind) tokens[tokens.length - 1] = token(previous[0] + content, kind)
      else tokens.push(token(content, kind))
    }
    return tokens
  })
}

function token(text: string, kind: string | undefined): CodeToken {
  return kind === undefined ? [text] : [text, kind]
}

function kindOf(color: string | undefined): string | undefined {
  return /^var\(--code-token-([\w-]+)\)$/.exec(color ?? '')?.[1]
}
