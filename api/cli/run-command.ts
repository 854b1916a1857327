import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Environment, readEnvironment } from '../env.ts'
import { useNewerNode } from '../runtime/newer-node.ts'
import { formatError, OperatorError, printLine } from '../runtime/operator.ts'

/**
 * Exits with the command's code, or 0. An error is printed and exits with 1; a closed pipe, as of `| head`, is none.
 * `usage` names all words that the command takes, as in `npm run x [folder] [-- --option]`; undefined: the
 * command checks them itself.
 */
export async function runCommand(
  usage: string | undefined,
  command: (words: string[]) => Promise<number | void>,
): Promise<never> {
  useNewerNode()
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
  try {
    const words = process.argv.slice(2)
    if (usage !== undefined && words.includes('--help')) {
      process.stdout.write(`${usage}\n`)
      process.exit(0)
    }
    if (usage !== undefined) checkWords(words, usage)
    const code = await command(words)
    process.exit(code ?? 0)
  } catch (error) {
    printLine(formatError(error))
    process.exit(1)
  }
}

function checkWords(words: string[], usage: string): void {
  const isOption = (word: string) => word.startsWith('-')
  const unknown = words.find((word) => isOption(word) && !usage.includes(` ${word}]`))
  if (unknown !== undefined) throw new OperatorError(`Unknown option ${unknown}. Usage: ${usage}`)
  const named = usage.match(/\[\w+\]|<[\w ]+>/g) ?? []
  const [tooMany] = words.filter((word) => !isOption(word)).slice(named.length)
  if (tooMany !== undefined) throw new OperatorError(`Unexpected argument ${tooMany}. Usage: ${usage}`)
}

/** Folders in DATA_DIR: a file that each has if it is not empty, and the variables that name another place for the same. */
const parts = {
  postgres: { file: 'PG_VERSION', others: ['DATABASE_URL'] },
  content: { file: 'lake.sqlite', others: ['SANITY_PROJECT_ID', 'CONTENT_FOLDER'] },
  releases: { file: '.', others: [] },
} as const

/**
 * The environment of a command that works on existing data and must not create any. Throws OperatorError if a part is
 * missing.
 */
export function readExisting(...needed: Array<keyof typeof parts>): Environment {
  const environment = readEnvironment(process.env)
  const folder = resolve(environment.DATA_DIR)
  for (const part of needed) {
    const { file, others } = parts[part]
    if (others.some((name) => environment[name] !== undefined)) continue
    if (existsSync(join(folder, part, file))) continue
    const names = ['DATA_DIR', ...others.slice(0, 1)].join(' or ')
    throw new OperatorError(
      `There is nothing at ${join(folder, part)}: set ${names} to that of your site, or start it first`,
    )
  }
  return environment
}
