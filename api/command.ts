import { explain } from './explain.ts'
import { say } from './say.ts'

/**
 * Runs a command that ends by itself, with the exit code that it answers, else 0. An error is told in a sentence, with
 * exit code 1.
 */
export async function runCommand(command: (words: string[]) => Promise<number | void>): Promise<never> {
  let code: number | void
  try {
    code = await command(process.argv.slice(2))
  } catch (error) {
    say(explain(error))
    process.exit(1)
  }
  process.exit(code ?? 0)
}
