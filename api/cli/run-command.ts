import { useNewerNode } from '../runtime/newer-node.ts'
import { formatError, printLine } from '../runtime/operator.ts'

/** Exits with the command's code, or 0. An error is printed and exits with 1. */
export async function runCommand(command: (words: string[]) => Promise<number | void>): Promise<never> {
  useNewerNode()
  try {
    const code = await command(process.argv.slice(2))
    process.exit(code ?? 0)
  } catch (error) {
    printLine(formatError(error))
    process.exit(1)
  }
}
