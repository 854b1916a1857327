import { once } from 'node:events'
import { promisify } from 'node:util'
import { ensureBundle } from './bundle.ts'
import type { Report, Task } from './prepare.ts'
import { createRelease } from './release.ts'
import { renderRelease } from './render.ts'

// A process of its own, forked by prepare.ts: one task, one release, and the end. A report has left only once the
// callback says so: a channel that is closed before that drops it.
const tell: (report: Report) => Promise<void> = promisify(process.send!.bind(process))

const [{ checkout, ...settings }] = (await once(process, 'message')) as [Task]
const bundle = await ensureBundle(checkout, (line) => void tell({ line }))
try {
  await tell({ release: await createRelease(await renderRelease(bundle, settings)) })
} catch (error) {
  if (!(error instanceof Error && error.name === 'ContentError')) throw error
  await tell({ contentFault: error.message })
}
// Not left to itself: timers of what it rendered would keep it, and a start waiting for it, for five seconds.
process.exit()
