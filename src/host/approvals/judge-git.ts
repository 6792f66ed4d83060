import { ask, type Finding } from './finding.ts'
import { gitAlways, gitPerson } from './programs.ts'
import type { Word } from './words.ts'

const harmlessGlobal = new Set(['--no-pager', '--no-optional-locks', '--literal-pathspecs', '--version', '--help'])
const takesValue = new Set(['-c', '-C', '--git-dir', '--work-tree', '--namespace', '--exec-path', '--config-env'])
const unsafeOption = /^(?:--(?:outp|ext-d|textc|open-|uploa|recei|exec|pagi|templ|confi)|-O)/

/** Rule G2, on the safe side: which git commands ask, and which of them always need a person. `words` begin after `git`. */
export function judgeGit(words: readonly Word[]): Finding[] {
  const findings: Finding[] = []
  if (words.some((word) => word.dynamic)) {
    findings.push(ask('G2', 'always', 'Part of this git command is only known when it runs.'))
  }
  const texts = words.map((word) => word.text)
  let at = 0
  while (texts[at]?.startsWith('-')) {
    const option = texts[at] ?? ''
    if (!harmlessGlobal.has(option)) findings.push(ask('G2', 'person', `git ${option} changes what git does.`))
    at += takesValue.has(option) ? 2 : 1
  }
  const subcommand = texts[at]?.toLowerCase()
  const rest = texts.slice(at + 1)
  if (subcommand === 'commit') {
    findings.push(ask('commit', 'person', 'A commit is made under your name.'))
    if (rest.some((word) => /^--(?:am|fi)/.test(word)))
      findings.push(ask('G2', 'always', 'It changes a commit that is there.'))
  }
  const listsOnly = rest.every((word) => /^(?:--list|--show-current|-v|-vv|list)$/.test(word))
  const looksOnly =
    listsOnly &&
    ['branch', 'tag', 'remote', 'stash', 'worktree'].includes(subcommand ?? '') &&
    !(subcommand === 'stash' && rest.length === 0)
  if (subcommand !== undefined && gitAlways.has(subcommand) && !looksOnly) {
    findings.push(
      ask('G2', 'always', `git ${subcommand} can change or delete history, throw work away or reach a remote.`),
    )
  }
  if (subcommand !== undefined && gitPerson.has(subcommand)) {
    findings.push(ask('G2', 'person', `git ${subcommand} changes files or settings beyond an edit.`))
  }
  if (rest.some((word) => unsafeOption.test(word)))
    findings.push(ask('G2', 'person', 'One of its options runs or writes something.'))
  return findings
}
