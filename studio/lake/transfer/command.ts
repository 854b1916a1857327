import { formatError, log } from '../errors.ts'
import { type OpenDataset, openDataset, readTransferEnvironment } from './dataset.ts'

type Command = (dataset: OpenDataset, args: string[], onProgress: (step: Step) => void) => Promise<void>

/** Runs a command on the dataset of the environment. If it fails, logs the error and sets exit code 1. */
export async function runCommand(command: Command): Promise<void> {
  try {
    await using dataset = await openDataset(readTransferEnvironment(process.env))
    await command(dataset, process.argv.slice(2), createProgress())
  } catch (error) {
    log(formatError(error))
    process.exitCode = 1
  }
}

/** The progress of an import or export. */
export type Step = { step: string; current?: number | undefined; total?: number | string | undefined }

/** Logs each step once, and each 10 % of a long one. */
function createProgress(): (step: Step) => void {
  let last = ''
  return ({ step, current, total }) => {
    const isLong = current !== undefined && typeof total === 'number' && total > 0
    const line = isLong ? `${step} ${Math.floor((current / total) * 10) * 10} %` : step
    if (line !== last) log(line)
    last = line
  }
}
