import { keepCompiled } from './keep-compiled.ts'

keepCompiled()
const [{ run }, { supervise }, { fillWithExamples }] = await Promise.all([
  import('./run.ts'),
  import('./supervise.ts'),
  import('./examples/fill.ts'),
])

// The examples are made up: keep them out of any database of your own, and out of `.data` unless DATA_DIR says so.
const { DATABASE_URL: _own, DATA_DIR, ...variables } = process.env
await supervise((signal) =>
  run({ ...variables, DATA_DIR: DATA_DIR || '.data-demo' }, { signal, fill: fillWithExamples }),
)
