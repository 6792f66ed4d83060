import type { ITheme } from '@xterm/xterm'
import { readToken } from '../../platform/appearance.ts'

/** xterm's colours out of our tokens; the cursor only where typing goes somewhere. What is still too pale on the background xterm itself brings to 4.5 : 1. */
export function terminalTheme(
  { cursor }: { readonly cursor: boolean },
  token: (name: `--${string}`) => string = readToken,
): ITheme {
  const color = (name: `--${string}`) => token(name)
  return {
    background: color('--bg-0'),
    foreground: color('--fg-0'),
    cursor: cursor ? color('--accent') : 'transparent',
    cursorAccent: cursor ? color('--bg-0') : color('--fg-0'),
    selectionBackground: `${color('--accent')}55`,
    selectionInactiveBackground: `${color('--accent')}33`,
    scrollbarSliderBackground: `${color('--fg-2')}40`,
    scrollbarSliderHoverBackground: `${color('--fg-2')}66`,
    scrollbarSliderActiveBackground: `${color('--fg-2')}80`,
    black: color('--bg-3'),
    red: color('--del'),
    green: color('--add'),
    yellow: color('--warn'),
    blue: color('--accent'),
    magenta: color('--hidden-char'),
    cyan: color('--info'),
    white: color('--fg-1'),
    brightBlack: color('--fg-2'),
    brightRed: color('--del'),
    brightGreen: color('--add'),
    brightYellow: color('--warn'),
    brightBlue: color('--accent'),
    brightMagenta: color('--hidden-char'),
    brightCyan: color('--info'),
    brightWhite: color('--fg-0'),
  }
}
