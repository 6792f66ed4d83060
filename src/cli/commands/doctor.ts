import { accessSync, constants, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { examineAuditFile } from '../../host/audit/examine-file.ts'
import type { HostDeps } from '../../host/deps.ts'
import { createServerDeps } from '../../host/entry-server.ts'
import { personIdentity } from '../../host/git/identity.ts'
import { readEndpoint } from '../../host/endpoint-file.ts'
import { createSecretBook } from '../../host/platform/create-secret-book.ts'
import { silentLogger } from '../../host/platform/logger.ts'
import { dataFolderOf, type CliContext } from '../context.ts'
import { programFolder, programVersion } from '../program.ts'

/** One thing looked at. `fix` is what to do where it is not well. */
export interface Finding {
  readonly name: string
  readonly state: 'ok' | 'warn' | 'bad'
  readonly text: string
  readonly fix?: string
}

/** `roadstead doctor`: what this machine has and what is missing. 1 when something does not work at all. */
export async function doctor(
  line: { readonly data?: string; readonly json: boolean },
  context: CliContext,
): Promise<number> {
  const findings = await examine(dataFolderOf(context, line.data), context)
  if (line.json) context.output.json({ version: programVersion(), findings })
  else {
    const marks = { ok: '✓', warn: '!', bad: '✕' }
    for (const finding of findings) {
      context.output.line(`${marks[finding.state]} ${finding.name}: ${finding.text}`)
      if (finding.fix !== undefined) context.output.line(`    ${finding.fix}`)
    }
  }
  return findings.some((finding) => finding.state === 'bad') ? 1 : 0
}

async function examine(dataFolder: string, context: CliContext): Promise<Finding[]> {
  // Not in the data folder: a host may be running there, and looking must not change anything.
  const sandboxFolder = mkdtempSync(path.join(tmpdir(), 'roadstead-doctor-'))
  try {
    return await look(dataFolder, context, sandboxFolder)
  } finally {
    rmSync(sandboxFolder, { recursive: true, force: true })
  }
}

async function look(dataFolder: string, context: CliContext, sandboxFolder: string): Promise<Finding[]> {
  const deps = await createServerDeps({
    dataFolder,
    programFolder,
    version: programVersion(),
    env: context.env,
    logger: silentLogger,
    secrets: createSecretBook(),
    sandboxFolder,
  })
  await deps.ready()
  const git = await deps.git.version()
  const sandbox = deps.sandbox.state()
  const fixOf = (state: { fix?: string }) => (state.fix === undefined ? {} : { fix: state.fix })
  return [
    { name: 'Node', state: 'ok', text: process.version },
    git.status === 'available'
      ? { name: 'Git', state: 'ok', text: git.version }
      : { name: 'Git', state: 'bad', text: git.reason, ...fixOf(git) },
    ...(git.status === 'available' ? [await identityFinding(deps.git, context.cwd)] : []),
    sandbox.status === 'available'
      ? { name: 'Sandbox', state: 'ok', text: `${sandbox.tool}; the self-test passed` }
      : { name: 'Sandbox', state: 'bad', text: `${sandbox.reason} Commands of agents are refused.`, ...fixOf(sandbox) },
    modelFinding(deps, context),
    folderFinding(dataFolder),
    hostFinding(dataFolder),
    ...auditFindings(dataFolder),
    existsSync(path.join(programFolder, 'out', 'web', 'index.html'))
      ? { name: 'Web page', state: 'ok', text: 'built' }
      : { name: 'Web page', state: 'warn', text: 'not built', fix: 'npm run build' },
  ]
}

/** By the environment alone: keys that a window gave are in the host's memory, and nobody is contacted. */
function modelFinding(deps: HostDeps, { env }: CliContext): Finding {
  const models = deps.createModels({
    env,
    clock: deps.clock,
    logger: silentLogger,
    secrets: createSecretBook(),
    values: { get: () => undefined, set() {}, delete() {} },
  })
  const providers = models.providers()
  models.stop()
  const problems = providers.flatMap(({ name, problem }) => (problem === undefined ? [] : [`${name}: ${problem}`]))
  const withKey = providers.filter(({ key }) => key === 'environment').map(({ name }) => name)
  const fix =
    'Add a key in a window under Settings → Models & keys, or set ANTHROPIC_API_KEY, OPENAI_API_KEY or the like.'
  if (problems.length > 0) return { name: 'Models', state: 'warn', text: problems.join(' ') }
  if (withKey.length === 0)
    return {
      name: 'Models',
      state: 'warn',
      text: 'no keys in the environment; models of this machine are found by themselves',
      fix,
    }
  return { name: 'Models', state: 'ok', text: `keys in the environment for ${withKey.join(', ')}` }
}

async function identityFinding(git: Parameters<typeof personIdentity>[0], folder: string): Promise<Finding> {
  const identity = await personIdentity(git, folder)
  return identity.kind === 'known'
    ? { name: 'Git identity', state: 'ok', text: `${identity.identity.name} <${identity.identity.email}>` }
    : { name: 'Git identity', state: 'warn', text: identity.reason }
}

function folderFinding(dataFolder: string): Finding {
  if (!existsSync(dataFolder)) return { name: 'Data folder', state: 'ok', text: `${dataFolder} (will be made)` }
  try {
    accessSync(dataFolder, constants.R_OK | constants.W_OK)
    return { name: 'Data folder', state: 'ok', text: dataFolder }
  } catch {
    return {
      name: 'Data folder',
      state: 'bad',
      text: `${dataFolder} cannot be written`,
      fix: 'Give another one with --data.',
    }
  }
}

function hostFinding(dataFolder: string): Finding {
  const endpoint = readEndpoint(dataFolder)
  if (endpoint === undefined) return { name: 'Host', state: 'ok', text: 'not running' }
  return { name: 'Host', state: 'ok', text: `process ${endpoint.pid} on ${endpoint.url}` }
}

/** Nothing while a host has the folder: it has its audit open. */
function auditFindings(dataFolder: string): Finding[] {
  const found = examineAuditFile(path.join(dataFolder, 'roadstead.db'))
  if (found.kind === 'none' || found.kind === 'busy') return []
  if (found.kind === 'unreadable') return [{ name: 'Audit', state: 'warn', text: `cannot be read: ${found.reason}` }]
  if (found.broken.length === 0) return [{ name: 'Audit', state: 'ok', text: `${found.chains} sessions, all whole` }]
  const places = found.broken.map(({ session, index }) => `${session} from entry ${index + 1}`)
  const text = `changed from outside or damaged: ${places.slice(0, 5).join(', ')}${places.length > 5 ? ' …' : ''}`
  return [{ name: 'Audit', state: 'warn', text, fix: 'Do not rely on what these sessions say of approvals.' }]
}
