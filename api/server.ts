import { keepCompiled } from './runtime/keep-compiled.ts'

keepCompiled()
const [{ run }, { supervise }] = await Promise.all([import('./run.ts'), import('./runtime/supervise.ts')])
await supervise((signal) => run(process.env, { signal }))
