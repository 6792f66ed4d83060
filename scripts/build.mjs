import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { withLock } from './build/lock.mjs'
import { inputsHash, isTargetBuilt, readStamp, stampFile } from './build/inputs.mjs'
import { removeStale } from './build/stale.mjs'
import { inRoot } from './paths.mjs'

/** Per target: how it is built, and below out/ the folders that hold nothing else. */
const BUILDERS = {
  program: {
    folders: ['cli', 'host', 'chunks'],
    build: async () => ({ files: await (await import('./build/program.mjs')).buildProgram() }),
  },
  web: {
    folders: ['web'],
    build: async () => {
      const { files, firstLoad } = await (await import('./build/web.mjs')).buildWeb()
      return { files: files.map((name) => `web/${name}`), firstLoad: firstLoad.map((name) => `web/${name}`) }
    },
  },
}

async function buildTarget(target) {
  const startedAt = performance.now()
  const inputs = inputsHash(target)
  const previous = readStamp(target)?.files ?? []
  const { build, folders } = BUILDERS[target]
  const built = await build()
  const kept = new Set([...built.files, ...previous])
  for (const folder of folders)
    removeStale(
      inRoot('out', folder),
      new Set([...kept].filter((name) => name.startsWith(`${folder}/`)).map((name) => name.slice(folder.length + 1))),
    )
  mkdirSync(inRoot('out', 'stamps'), { recursive: true })
  writeFileSync(stampFile(target), JSON.stringify({ inputs, ...built }))
  process.stderr.write(`Built ${target} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`)
}

if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write('The build runs on Node 24: use `npm run build`, which finds it, or `npm start`.\n')
  process.exit(1)
}
async function buildAll() {
  for (const [target, source] of [
    ['program', 'src/cli/index.ts'],
    ['web', 'src/renderer/index.html'],
  ]) {
    if (isTargetBuilt(target)) continue
    if (!existsSync(inRoot(source))) {
      process.stderr.write(`Not built: ${target}, because ${source} is not there.\n`)
      process.exitCode = 1
      continue
    }
    try {
      await buildTarget(target)
    } catch (error) {
      process.stderr.write(`${target} could not be built: ${error instanceof Error ? error.message : String(error)}\n`)
      process.exitCode = 1
    }
  }
}

// Two builds at once would take each other's files away; the second finds everything done.
await withLock(inRoot('out', 'stamps', 'building'), buildAll, {
  onWait: (pid) => process.stderr.write(`Waiting for the build of process ${pid} …\n`),
})
