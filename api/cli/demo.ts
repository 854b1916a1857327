import { cacheCompiledCode } from '../runtime/checkout.ts'
import { useNewerNode } from '../runtime/newer-node.ts'

useNewerNode()
cacheCompiledCode()
const [{ run }, { supervise }, { fillWithExamples }] = await Promise.all([
  import('../run.ts'),
  import('../runtime/supervise.ts'),
  import('./examples/fill.ts'),
])

// Never fill your own database or Sanity project, nor `.data` by default, with examples.
const { DATABASE_URL: _, SANITY_PROJECT_ID: __, CONTENT_FOLDER: ___, DATA_DIR, ...variables } = process.env
await supervise((signal) =>
  run(
    { ...variables, DATA_DIR: DATA_DIR || '.data-demo' },
    { signal, fill: fillWithExamples, opensStudio: true },
  ),
)
