import { cacheCompiledCode } from '../runtime/checkout.ts'
import { useNewerNode } from '../runtime/newer-node.ts'

useNewerNode()
cacheCompiledCode()
const [{ run }, { supervise }, { fillWithExamples }] = await Promise.all([
  import('../run.ts'),
  import('../runtime/supervise.ts'),
  import('./examples/queries.ts'),
])

// Never fill the database at DATABASE_URL, nor `.data` by default, with examples.
const { DATABASE_URL: _own, DATA_DIR, ...variables } = process.env
await supervise((signal) =>
  run(
    { ...variables, DATA_DIR: DATA_DIR || '.data-demo' },
    { signal, fill: fillWithExamples, opensStudio: true },
  ),
)
