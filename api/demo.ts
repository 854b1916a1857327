import { keepCompiled } from './keep-compiled.ts'

keepCompiled()
const [{ run }, { supervise }, { fillWithExamples }] = await Promise.all([
  import('./run.ts'),
  import('./supervise.ts'),
  import('./examples/fill.ts'),
])

// A data folder of its own, and never somebody's own database: the examples are made up.
const { DATABASE_URL: _own, ...variables } = process.env
await supervise((signal) => run({ ...variables, DATA_DIR: '.data-demo' }, { signal, fill: fillWithExamples }))
