import { parseArgs } from 'node:util'
import { meanings, toOption } from './env.ts'
import { OperatorError } from './errors.ts'

const variables = Object.fromEntries(Object.keys(meanings).map((name) => [toOption(name), name]))

/** The options of `server.ts` as variables of `env.ts`. Throws OperatorError for an option that does not exist. */
export function readOptions(args: string[]): Record<string, string> {
  const options = Object.fromEntries(
    Object.keys(variables).map((name) => [name, { type: 'string' as const }]),
  )
  try {
    const { values } = parseArgs({ args, options: { ...options, open: { type: 'boolean' } } })
    const given = Object.entries<unknown>(values)
    return Object.fromEntries(
      given.map(([option, value]) => [variables[option] ?? '', value === true ? '1' : String(value)]),
    )
  } catch (error) {
    const [reason] = (error as Error).message.split('. ')
    throw new OperatorError(`${reason}: see --help`)
  }
}

export function describeOptions(): string {
  const lines = Object.entries(variables).map(
    ([option, name]) => `  --${option.padEnd(20)} ${meanings[name]}`,
  )
  return `Starts a Content Lake. Each option has a variable, LAKE_PORT for --port.\n\n${lines.join('\n')}\n`
}
