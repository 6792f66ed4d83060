import type { CompletionItem } from '../../../protocol/channels/chat/commands.ts'
import type { Mention } from './mentions.ts'
import type { Completions } from './use-completions.ts'

/** Something a message can begin with to have it done at once. */
export interface SlashCommand {
  /** What is typed behind the slash; the same in every language. */
  readonly name: string
  readonly label: string
  readonly hint?: string
  /** The key that does the same. */
  readonly keys?: string
  readonly disabled?: boolean
  run(): void
}

/** A line of the list above the box. */
export type Suggestion =
  | { readonly kind: 'command'; readonly id: string; readonly command: SlashCommand }
  | { readonly kind: 'mention'; readonly id: string; readonly item: CompletionItem }

/** More than this nobody reads. */
const maxShown = 50

/** The commands whose name or label fit what is typed, those whose name begins with it first. */
export function matchCommands(commands: readonly SlashCommand[], query: string): readonly SlashCommand[] {
  const wanted = query.toLowerCase()
  const rank = ({ name, label }: SlashCommand): number => {
    if (name.startsWith(wanted)) return 0
    if (label.toLowerCase().includes(wanted)) return 1
    return name.includes(wanted) ? 2 : 3
  }
  return commands
    .map((command) => ({ command, rank: rank(command) }))
    .filter((each) => each.rank < 3 && each.command.disabled !== true)
    .sort((a, b) => a.rank - b.rank)
    .map(({ command }) => command)
}

/** The name of the command a text begins with, as far as it looks like one: a path does not. undefined when it begins with none. */
export function commandNameOf(text: string): string | undefined {
  return /^\/([^\s/]+)(?=\s|$)/u.exec(text)?.[1]
}

/** What the host found, as lines. */
export function completionLines(found: Completions | undefined): readonly Suggestion[] {
  return (found?.items ?? []).slice(0, maxShown).map((item, index) => ({
    kind: 'mention',
    id: `${index} ${item.insertText}`,
    item,
  }))
}

/** A change of the text that takes up what was offered. */
export interface Insertion {
  readonly start: number
  readonly end: number
  readonly text: string
  /** Where in the new text what is attached stands. */
  readonly mention: Mention
}

/**
 * Where an offered item goes. Its place is that of the text the host was asked about; what was typed since belongs to the same word.
 * undefined when the text is another one by now. A space follows, unless a folder is gone into.
 */
export function insertionOf(
  item: CompletionItem,
  asked: Completions,
  text: string,
  caret: number,
  goesInto = false,
): Insertion | undefined {
  const start = item.rangeStart ?? asked.offset
  const end = (item.rangeEnd ?? asked.offset) + (caret - asked.offset)
  if (start > end || end > text.length || text.slice(0, start) !== asked.text.slice(0, start)) return undefined
  const words = item.insertText.trimEnd()
  const space = (goesInto && words.endsWith('/')) || /^\s/u.test(text.slice(end)) ? '' : ' '
  return {
    start,
    end,
    text: `${words}${space}`,
    mention: { start, end: start + words.length, attachment: item.attachment },
  }
}
