import { accessSync, constants } from 'node:fs'

/** The supported release lines of Node; `engines` in package.json has the same. */
const supportedLines = [24, 26]

/**
 * The path of the Node that runs npm, if it is a supported one and newer than this process's, which npm scripts take
 * from `node_modules/.bin`. npm describes it in two variables, so nothing is started to find out.
 */
export function findNewerNode(variables: NodeJS.ProcessEnv, version: string): string | undefined {
  const { npm_node_execpath: path, npm_config_user_agent: agent = '' } = variables
  const [, found = ''] = /\bnode\/v(\d+\.\d+\.\d+)(?: |$)/.exec(agent) ?? []
  if (path === undefined || !supportedLines.includes(Number.parseInt(found))) return undefined
  if (found.localeCompare(version, 'en', { numeric: true }) <= 0) return undefined
  try {
    accessSync(path, constants.X_OK)
    return path
  } catch {
    return undefined
  }
}

/** Continues this program in a newer Node of the system, if there is one, in the same process. Call it first. */
export function useNewerNode(): void {
  const path = findNewerNode(process.env, process.versions.node)
  // A channel to the parent, such as that of `node --watch`, would be lost.
  if (path === undefined || process.connected || process.execve === undefined) return
  // Without the variable: the next Node must not look again.
  const { npm_node_execpath: _, ...variables } = process.env
  process.execve(path, [path, ...process.execArgv, ...process.argv.slice(1)], variables)
}
