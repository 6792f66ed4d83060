import { enableCompileCache } from 'node:module'
import path from 'node:path'
import { forgetLaunchEnvironment } from './launch-environment.ts'

forgetLaunchEnvironment(process.env)
// Kept beside the program, by whoever may write there; where nobody may, everything is compiled at every start. Whatever is
// imported before this line is not in it.
enableCompileCache(path.join(import.meta.dirname, '..', '..', 'out', 'compiled'))
await import('./lean-schemas.ts')
const { main } = await import('./main.ts')
void main()
