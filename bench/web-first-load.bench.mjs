import { measureFirstLoad } from '../scripts/test/web-build.mjs'

const name = 'web first load before Monaco and xterm'
const measured = measureFirstLoad()
console.log(
  JSON.stringify(
    measured
      ? { name, value: measured.bytes / 1000, unit: 'kB', files: measured.files.length }
      : { name, skipped: 'the web build is not there: npm run build' },
  ),
)
