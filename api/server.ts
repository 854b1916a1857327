import { cacheCompiledCode } from './runtime/checkout.ts'
import { useNewerNode } from './runtime/newer-node.ts'

useNewerNode()
cacheCompiledCode()
const [{ run }, { supervise }] = await Promise.all([import('./run.ts'), import('./runtime/supervise.ts')])
await supervise((signal) => run(process.env, { signal }))
