import { readToken, type Appearance } from '../../../platform/appearance.ts'

/** The parts of Monaco's theme data that are ours. */
export interface DiffTheme {
  readonly name: string
  readonly data: {
    base: 'vs' | 'vs-dark' | 'hc-black' | 'hc-light'
    inherit: boolean
    rules: { token: string; foreground?: string }[]
    colors: Record<string, string>
  }
}

/** Monaco's colours out of our tokens, so that a diff looks like the page around it. */
export function diffTheme(appearance: Appearance, token: (name: `--${string}`) => string = readToken): DiffTheme {
  const dark = appearance.startsWith('dark')
  const color = (name: `--${string}`, alpha = '') => `${hex(token(name))}${alpha}`
  return {
    name: `roadstead-${appearance}`,
    data: {
      base: dark ? 'vs-dark' : 'vs',
      inherit: true,
      rules: tokenColors.flatMap(([name, tokens]) =>
        tokens.map((each) => ({ token: each, foreground: color(name).slice(1) })),
      ),
      colors: {
        'editor.background': color('--bg-0'),
        'editor.foreground': color('--fg-0'),
        'editorGutter.background': color('--bg-0'),
        'editorLineNumber.foreground': color('--fg-2'),
        'editorLineNumber.activeForeground': color('--fg-0'),
        'editor.lineHighlightBorder': '#00000000',
        'editor.lineHighlightBackground': color('--bg-2', '80'),
        'editor.selectionBackground': color('--accent', '40'),
        'editor.inactiveSelectionBackground': color('--accent', '26'),
        'editorCursor.foreground': color('--accent'),
        'editorWidget.background': color('--bg-1'),
        'editorWidget.border': color('--line'),
        'editorUnicodeHighlight.border': color('--warn'),
        'widget.shadow': '#00000033',
        'diffEditor.insertedLineBackground': color('--add', dark ? '1f' : '1a'),
        'diffEditor.removedLineBackground': color('--del', dark ? '1f' : '17'),
        'diffEditor.insertedTextBackground': color('--add', dark ? '42' : '38'),
        'diffEditor.removedTextBackground': color('--del', dark ? '42' : '30'),
        'diffEditorGutter.insertedLineBackground': color('--add', dark ? '2e' : '29'),
        'diffEditorGutter.removedLineBackground': color('--del', dark ? '2e' : '24'),
        'diffEditor.border': color('--line'),
        'diffEditor.diagonalFill': color('--line', '80'),
        'diffEditor.unchangedRegionBackground': color('--bg-1'),
        'diffEditor.unchangedRegionForeground': color('--fg-1'),
        'diffEditor.unchangedRegionShadow': '#00000000',
        'diffEditor.unchangedCodeBackground': '#00000000',
        'diffEditorOverview.insertedForeground': color('--add', '99'),
        'diffEditorOverview.removedForeground': color('--del', '99'),
        'scrollbar.shadow': '#00000000',
        'scrollbarSlider.background': color('--fg-2', '40'),
        'scrollbarSlider.hoverBackground': color('--fg-2', '66'),
        'scrollbarSlider.activeBackground': color('--fg-2', '80'),
        focusBorder: color('--accent'),
        'menu.background': color('--bg-0'),
        'menu.foreground': color('--fg-0'),
        'menu.selectionBackground': color('--bg-2'),
        'menu.selectionForeground': color('--fg-0'),
        'menu.border': color('--line'),
        'menu.separatorBackground': color('--line'),
        'input.background': color('--bg-0'),
        'input.foreground': color('--fg-0'),
        'input.border': color('--line-strong'),
      },
    },
  }
}

/** What code is coloured with everywhere on the page, by the names Monaco's languages have for it. */
const tokenColors: readonly (readonly [name: `--${string}`, tokens: readonly string[]])[] = [
  ['--code-keyword', ['keyword', 'tag', 'metatag', 'operator.sql', 'predefined.sql']],
  ['--code-string', ['string', 'attribute.value', 'regexp', 'string.key.json', 'string.value.json']],
  ['--code-comment', ['comment']],
  ['--code-constant', ['number', 'constant', 'attribute.value.number', 'attribute.value.unit', 'keyword.json']],
  [
    '--code-function',
    ['type', 'namespace', 'annotation', 'attribute.name', 'key', 'variable.predefined', 'predefined'],
  ],
  ['--code-punctuation', ['delimiter', 'operator']],
]

/** `#rgb` and `#rrggbb` as six digits; anything else becomes grey rather than an error that takes the diff down. */
function hex(value: string): string {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(value)
  if (short !== null)
    return `#${short
      .slice(1)
      .map((digit) => `${digit}${digit}`)
      .join('')}`
  return /^#[0-9a-f]{6}$/i.test(value) ? value : '#808080'
}
