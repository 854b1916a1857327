import { keepCompiled } from './keep-compiled.ts'

keepCompiled()
const [{ run }, { supervise }] = await Promise.all([import('./run.ts'), import('./supervise.ts')])
await supervise((signal) => run(process.env, { signal }))
