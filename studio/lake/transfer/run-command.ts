import { explain } from '../explain.ts'
import { say } from '../say.ts'
import { readTransferEnvironment } from './env.ts'
import { type OpenDataset, openDataset } from './open-dataset.ts'

type Command = (
  dataset: OpenDataset,
  args: string[],
  tell: { say: (line: string) => void; onProgress: (step: Step) => void },
) => Promise<void>

/** Runs a command over the dataset of the environment: exit code 0, or 1 and a sentence on standard error. */
export async function runCommand(command: Command): Promise<void> {
  try {
    await using dataset = await openDataset(readTransferEnvironment(process.env))
    await command(dataset, process.argv.slice(2), { say, onProgress: createProgress() })
  } catch (error) {
    say(explain(error))
    process.exitCode = 1
  }
}

/** A step that an import or an export has reached. */
export type Step = { step: string; current?: number | undefined; total?: number | string | undefined }

/** Says each step once and, of a long one, every tenth part. */
function createProgress(): (step: Step) => void {
  let last = ''
  return ({ step, current, total }) => {
    const isLong = current !== undefined && typeof total === 'number' && total > 0
    const line = isLong ? `${step} ${Math.floor((current / total) * 10) * 10} %` : step
    if (line !== last) say(line)
    last = line
  }
}
