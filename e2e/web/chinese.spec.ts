import { writtenIn } from './written-in.ts'
import { expect, layoutsToRead, test, walk } from './walk.ts'

test.use({ language: 'zh-CN' })

test('in Chinese every view is Chinese, with what the host says in it', async ({ stage }) => {
  test.setTimeout(6 * 60_000)
  await stage.setLocale('zh-CN')
  const seen = new Map<string, string>()
  const problems = await walk(stage, layoutsToRead, async (view) => {
    for (const { text, where } of await stage.page.evaluate(writtenIn))
      if (!seen.has(text)) seen.set(text, `${view.name}: ${where}`)
    return []
  })
  const foreign = [...seen]
    .filter(([text]) => !mayBeForeign(text))
    .map(([text, where]) => `${JSON.stringify(text)} (${where})`)
  expect([...problems, ...foreign]).toEqual([])
})

/** Everything that is the same in every language. */
const alike: readonly RegExp[] = [
  // Numbers, signs, sizes and prices.
  /^[\d\s\p{P}\p{S}]+$/u,
  /^[\d.,\s×·]+(kB|MB|B|k|M|ms|s|%)$/u,
  // Products, agents, providers, models, wires and systems, by their names.
  /^(\(\d+\) )?Roadstead$/,
  /^(Git|Monaco|bubblewrap|English|linux|bash|Chrome on Linux)\b[\d.\s]*$/,
  /^(Anthropic|OpenAI|Google|Azure OpenAI|Azure AI Foundry|Ollama|llama\.cpp|vLLM|LM Studio|anthropic)$/,
  /^[a-z0-9.-]+:[a-z0-9.]+$/,
  /^(anthropic\/)?(Claude|claude)[\w\s.-]*$/,
  /^(anthropic-messages|openai-chat|openai-responses|google-generate)$/,
  // Keys.
  /^(Ctrl|Alt|Shift|Esc|Tab|Del|F\d+|[A-Z?,.\\`↑↓←→⏎⇧⌘⌥]|\+|\s)+$/u,
  // Files, folders, addresses, branches, hashes and languages of code.
  /^[~\w.@-]*\/[\w./@~-]*$/,
  /^[\w.-]+\.(js|md|json|png|svg|txt)$/,
  /^(https?|file):\/\/\S+$/,
  /^(main|master|date-parser|notes|src|test|docs|somebody-elses|data)( · (main|master))?$/,
  /^[0-9a-f]{7,40}$/,
  /^(js|ts|json)$/,
  // Rules by their number in the list of attacks.
  /^[A-Z]\d+[a-z]?(, [A-Z]\d+[a-z]?)*$/,
  // What the cast has the agent run, and what its test is called.
  /^(node|npm|git|sleep|sudo) \S/,
  /^an hour$/,
]

function mayBeForeign(text: string): boolean {
  return alike.some((pattern) => pattern.test(text))
}
