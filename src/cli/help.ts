const dataOption = '  --data DIR     data folder (else ROADSTEAD_HOME, else the usual place for application data)'

/** What `roadstead --help` prints. */
export const generalHelp = `Roadstead: a workbench for coding agents.

Usage: roadstead COMMAND [OPTIONS]

  start      serve the web page and open it in the browser (npm start does this)
  host       run the agent host alone
  run        give an agent one task and print what happens as JSON lines
  attach     watch a session
  sessions   list, rename, archive or delete sessions
  demo       play the demo without a window
  pair       print a code with which a browser or device can join
  models     list the models there are and which can be used
  doctor     say what this machine has and what is missing

roadstead COMMAND --help says more.`

/** What `roadstead COMMAND --help` prints. */
export const commandHelp = {
  start: `Usage: roadstead start [--demo] [--port N] [--data DIR] [--no-open]

Serves the web page from this machine only and opens it in the browser. Where no browser can be
opened the address is printed. If a host of this data folder already runs, its page is opened instead.

  --demo         go straight into the demo: a small repository with a failing test
  --port N       listen on this port (else the one used last, else any free one)
  --no-open      print the address, open nothing
${dataOption}`,
  host: `Usage: roadstead host [--port N] [--data DIR] [--json]

  --port N       listen on this port; 0 takes any free one
  --json         print one JSON line once it listens: url, token, pid, dataDir, version
${dataOption}`,
  run: `Usage: roadstead run [OPTIONS] PROMPT

Prints JSON lines: the session, every action of its chat, the result. Ends with 0 when the turn completed,
with 1 when it did not, and with 2 when nothing was started: no such model, no key, no trust. Keys are taken
from the environment of the process that hosts (ANTHROPIC_API_KEY, OPENAI_API_KEY and the like).

  --agent NAME   the agent (default: builtin; with --script: scripted)
  --model MODEL  PROVIDER/NAME, for example anthropic/claude-sonnet-5-5 ("roadstead models" lists them)
  --effort LEVEL how much the model thinks: none, minimal, low, medium, high, xhigh or max, as far as it knows them
  --cwd DIR      the folder to work in (default: this one)
  --script FILE  the scripted agent's replies (resources/scripts/README.md says how they are written)
  --trust        let agents run code from this folder from now on
  --level LEVEL  ask, sandboxed, auto or autopilot
  --yes          answer every confirmation with yes; each answer is recorded
${dataOption}`,
  attach: `Usage: roadstead attach SESSION [--json]

Shows what is there and what comes, until Ctrl-C. The session goes on without it.
${dataOption}`,
  sessions: `Usage: roadstead sessions [list] [--json]
       roadstead sessions rename SESSION TITLE
       roadstead sessions archive|unarchive|delete SESSION
${dataOption}`,
  models: `Usage: roadstead models [--json]

Asks the providers that have a key, and servers for models on this machine, what they offer. A mark stands
before what can be used.

  --json         print JSON lines: the providers, then the models
${dataOption}`,
  doctor: `Usage: roadstead doctor [--json]

Looks at Node, git, the sandbox, the data folder and the keys for models (it contacts nobody), and says what to do about what is missing.
${dataOption}`,
  pair: `Usage: roadstead pair [--scope watch|approve|full] [--json]

Asks the running host for a pairing code: 8 characters, good once, for 10 minutes.
${dataOption}`,
  demo: `Usage: roadstead demo [--dir DIR] [--yes] [--json]

Makes a small repository with a failing test; the scripted agent finds, fixes and commits it.

  --dir DIR      make it in this folder (default: beside the data folder)
  --yes          answer every confirmation with yes; each answer is recorded
  --json         print JSON lines
${dataOption}`,
} as const
