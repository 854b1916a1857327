import { explain } from './explain.ts'
import { say } from './say.ts'

/** Runs a command that ends by itself: an error is told in a sentence, with exit code 1. */
export async function runCommand(command: (words: string[]) => Promise<void>): Promise<never> {
  try {
    await command(process.argv.slice(2))
  } catch (error) {
    say(explain(error))
    process.exit(1)
  }
  process.exit(0)
}
