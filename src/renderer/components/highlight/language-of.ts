/** Names people write behind a code fence, by the language they mean. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  bash: ['bash', 'sh', 'shell', 'zsh', 'shellscript', 'console'],
  c: ['c', 'h'],
  cpp: ['cpp', 'c++', 'cc', 'hpp', 'cxx'],
  csharp: ['csharp', 'cs', 'c#'],
  css: ['css'],
  dart: ['dart'],
  diff: ['diff', 'patch'],
  docker: ['docker', 'dockerfile'],
  elixir: ['elixir', 'ex', 'exs'],
  go: ['go', 'golang'],
  graphql: ['graphql', 'gql'],
  haskell: ['haskell', 'hs'],
  html: ['html', 'htm'],
  ini: ['ini', 'conf', 'properties', 'dotenv', 'env'],
  java: ['java'],
  javascript: ['javascript', 'js', 'mjs', 'cjs', 'node'],
  json: ['json'],
  jsonc: ['jsonc', 'json5'],
  jsx: ['jsx'],
  kotlin: ['kotlin', 'kt', 'kts'],
  lua: ['lua'],
  make: ['make', 'makefile'],
  markdown: ['markdown', 'md'],
  nix: ['nix'],
  php: ['php'],
  powershell: ['powershell', 'ps1', 'pwsh'],
  proto: ['proto', 'protobuf'],
  python: ['python', 'py', 'python3'],
  r: ['r'],
  ruby: ['ruby', 'rb'],
  rust: ['rust', 'rs'],
  scala: ['scala'],
  scss: ['scss', 'sass'],
  sql: ['sql', 'postgres', 'sqlite', 'mysql'],
  svelte: ['svelte'],
  swift: ['swift'],
  terraform: ['terraform', 'tf', 'hcl'],
  toml: ['toml'],
  tsx: ['tsx'],
  typescript: ['typescript', 'ts', 'mts', 'cts'],
  vue: ['vue'],
  xml: ['xml', 'svg'],
  yaml: ['yaml', 'yml'],
  zig: ['zig'],
}

const byName = new Map(Object.entries(aliases).flatMap(([name, others]) => others.map((other) => [other, name])))

/** The language a fence names, if it is one that is coloured. */
export function languageOf(fence: string | undefined): string | undefined {
  return fence === undefined ? undefined : byName.get(fence.toLowerCase())
}
