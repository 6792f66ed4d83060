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

/** Whether a text of the page needs no Chinese. */
export function mayBeForeign(text: string): boolean {
  return alike.some((pattern) => pattern.test(text))
}
