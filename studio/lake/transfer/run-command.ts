import { explain } from '../explain.ts'
import { say } from '../say.ts'
import { readTransferEnvironment } from './env.ts'
import { type OpenDataset, openDataset } from './open-dataset.ts'
import { createProgress, type Step } from './progress.ts'

type Command = (
  dataset: OpenDataset,
  args: string[],
  tell: { say: (line: string) => void; onProgress: (step: Step) => void },
) => Promise<void>

/** Runs a command over the dataset of the environment: exit code 0, or 1 and a sentence on standard error. */
export async function runCommand(command: Command): Promise<void> {
  try {
    await using dataset = await openDataset(readTransferEnvironment(process.env))
    await command(dataset, process.argv.slice(2), { say, onProgress: createProgress(say) })
  } catch (error) {
    say(explain(error))
    process.exitCode = 1
  }
}
