import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readLakeEnvironment } from '../env.ts'
import { startLake } from '../run.ts'

/** A lake in a temporary folder, on any free port. Disposing deletes it. */
export async function startProofLake(variables: Record<string, string> = {}) {
  await using resources = new AsyncDisposableStack()
  const folder = resources.use(await mkdtempDisposable(join(tmpdir(), 'proof-'))).path
  const environment = readLakeEnvironment({ LAKE_FOLDER: folder, LAKE_PORT: '0', ...variables })
  const { port, token } = resources.use(await startLake(environment))
  const running = resources.move()
  return { port, token, [Symbol.asyncDispose]: () => running.disposeAsync() }
}
