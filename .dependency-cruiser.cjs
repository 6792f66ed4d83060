/** Who may import whom. A room may always import itself; whatever is not listed is an error. */
'use strict'
const fs = require('node:fs')
const path = require('node:path')

const rooms = {
  protocol: [],
  client: ['protocol'],
  host: ['protocol'],
  cli: ['protocol', 'client', 'host'],
  preload: ['protocol'],
  main: ['protocol', 'preload/bridge', 'host/control', 'host/entry-utility'],
  renderer: ['protocol', 'client', 'preload/bridge'],
}

const hostRooms = {
  platform: [],
  store: ['platform'],
  channels: ['store', 'platform'],
  git: ['platform'],
  sandbox: ['platform'],
  approvals: ['platform'],
  mcp: ['platform'],
  models: ['platform'],
  customizations: ['platform'],
  orchestration: ['platform'],
  memory: ['store', 'platform'],
  audit: ['store', 'models', 'platform'],
  context: ['platform'],
  changesets: ['git', 'platform'],
  terminals: ['sandbox', 'platform'],
  tools: ['sandbox', 'git', 'terminals', 'memory', 'mcp', 'platform'],
  harnesses: ['tools', 'sandbox', 'mcp', 'models', 'context', 'customizations', 'platform'],
  sessions: ['channels', 'harnesses', 'git', 'store', 'platform'],
  server: ['channels', 'platform'],
  listeners: ['platform'],
}
const underTheGlue = Object.keys(hostRooms).filter((room) => !['server', 'listeners'].includes(room))
// What a command is, is said by the server that calls it: its seam, and no more of it.
hostRooms.commands = [...underTheGlue, 'server/server']
hostRooms.reactors = underTheGlue

const rendererRooms = {
  components: [],
  platform: [],
  hosts: ['platform'],
  features: ['hosts', 'components', 'platform'],
  app: ['features', 'hosts', 'components', 'platform'],
}

/** Rooms that tests stand in: they may see everything beside them, and nothing but tests may see them. */
const testRooms = ['testing']

/** A room nobody has put in the table yet may import nothing beside it, so it is put there. */
function withUnlistedRooms(base, table) {
  const folder = path.join(__dirname, base)
  const present = fs.existsSync(folder)
    ? fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
    : []
  const unlisted = present.filter((room) => !(room in table) && !testRooms.includes(room))
  return { ...table, ...Object.fromEntries(unlisted.map((room) => [room, []])) }
}

const notTests = '\\.test\\.tsx?$'

const rows = (base, table) =>
  Object.entries(table).map(([room, allowed]) => ({
    name: `${base}${room}`.replaceAll('/', '-'),
    severity: 'error',
    from: { path: `^${base}${room}/`, pathNot: notTests },
    to: { path: `^${base}`, pathNot: [room, ...allowed].map((other) => `^${base}${other}(/|\\.|$)`) },
  }))

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'every-import-is-found',
      severity: 'error',
      from: { pathNot: '\\.d\\.ts$' },
      to: { couldNotResolve: true, pathNot: '^(virtual:|electron$)|\\?' },
    },
    {
      name: 'protocol-imports-zod-only',
      severity: 'error',
      from: { path: '^src/protocol/', pathNot: notTests },
      to: { pathNot: '^src/protocol/|(^|/)node_modules/zod/' },
    },
    {
      name: 'client-imports-protocol-only',
      severity: 'error',
      from: { path: '^src/client/', pathNot: notTests },
      to: { pathNot: '^src/(client|protocol)/' },
    },
    {
      name: 'the-page-knows-no-node',
      severity: 'error',
      from: { path: '^src/(renderer|client|protocol)/', pathNot: notTests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'what-is-shipped-imports-dependencies',
      comment: 'packages of devDependencies are not there once the host is installed',
      severity: 'error',
      from: { path: '^src/(protocol|client|host|cli)/', pathNot: [notTests, '^src/host/testing/'] },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'electron-stays-in-the-shell',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(main|preload)/' },
      to: { path: 'node_modules/electron/' },
    },
    {
      name: 'features-do-not-import-each-other',
      severity: 'error',
      from: { path: '^src/renderer/features/([^/]+)/' },
      to: { path: '^src/renderer/features/', pathNot: '^src/renderer/features/$1/' },
    },
    {
      name: 'harnesses-do-not-import-each-other',
      severity: 'error',
      from: { path: '^src/host/harnesses/([^/]+)/' },
      to: {
        path: '^src/host/harnesses/[^/]+/',
        pathNot: ['^src/host/harnesses/$1/', ...testRooms.map((room) => `/${room}/`)],
      },
    },
    {
      name: 'components-know-nothing-of-ours',
      severity: 'error',
      from: { path: '^src/renderer/components/', pathNot: notTests },
      to: { path: '^src/(protocol|client|preload)/' },
    },
    {
      name: 'test-rooms-are-for-tests',
      severity: 'error',
      from: { path: '^src/', pathNot: [notTests, ...testRooms.map((room) => `/${room}/`)] },
      to: { path: testRooms.map((room) => `^src/.*/${room}/`) },
    },
    ...rows('src/', rooms),
    ...rows('src/host/', withUnlistedRooms('src/host/', hostRooms)),
    ...rows('src/renderer/', withUnlistedRooms('src/renderer/', rendererRooms)),
  ],
  options: {
    // TypeScript 7 has no compiler API in JavaScript; swc also sees imports of types.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
