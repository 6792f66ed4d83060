/** Subcommands that would run an external diff program or a textconv. */
const comparing = new Set([
  'diff',
  'diff-index',
  'diff-files',
  'diff-tree',
  'show',
  'log',
  'whatchanged',
  'format-patch',
])
/** Subcommands that would start another git inside a submodule, under the submodule's own configuration. */
const entering = new Set(['diff', 'diff-index', 'diff-files', 'status'])

/** `args` with the switches that keep foreign programs out; settings alone do not reach them. */
export function hardenArgs(args: readonly string[]): string[] {
  const [subcommand, ...rest] = args
  if (subcommand === undefined) return []
  const added: string[] = []
  if (comparing.has(subcommand)) added.push('--no-ext-diff', '--no-textconv')
  if (subcommand === 'blame' || subcommand === 'annotate') added.push('--no-textconv')
  if (entering.has(subcommand)) added.push('--ignore-submodules=dirty')
  return ['--no-pager', subcommand, ...added, ...rest]
}
