import type { TodoItem } from '../../protocol/roadstead.ts'
import { showHidden } from '../platform/paths/characters.ts'

const marks: Readonly<Record<string, string>> = { pending: '[ ]', 'in-progress': '[~]', done: '[x]' }
const maxOpenFiles = 20

/** The plan as it stands; empty when there is none, or nothing of it is left to do. */
export function todoText(items: readonly TodoItem[]): string {
  if (!items.some((item) => item.status !== 'done')) return ''
  return ['Your plan now:', ...items.map(({ status, text }) => `${marks[status] ?? '[ ]'} ${text}`)].join('\n')
}

/** Files the person has open beside their message. Only their paths: what they hold is read when it matters. */
export function openFilesText(paths: readonly string[]): string {
  if (paths.length === 0) return ''
  return `The person has open: ${paths.slice(0, maxOpenFiles).map(showHidden).join(', ')}`
}

/** What a model is to be reminded of. */
export interface Reminders {
  /** Some families announce calls instead of making them. */
  readonly callTools: boolean
  readonly roundsLeft: number
  /** The branch, where it is not the one the workspace's facts name any more. */
  readonly branchNow?: string
}

const fewRounds = 5

/** Reminders in words; empty when there are none. */
export function reminderText({ callTools, roundsLeft, branchNow }: Reminders): string {
  return [
    ...(branchNow === undefined ? [] : [`The git branch is ${showHidden(branchNow)} now.`]),
    ...(callTools ? ['If something is left to do, do it now by calling a tool; do not describe the call.'] : []),
    ...(roundsLeft === 1
      ? ['This is your last round: answer without calling a tool, and say what is left to do.']
      : []),
    ...(roundsLeft > 1 && roundsLeft <= fewRounds
      ? [`${roundsLeft} rounds are left in this turn: finish, or come to a state that can be left.`]
      : []),
  ].join('\n')
}
