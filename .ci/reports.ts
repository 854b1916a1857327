import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'

export type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: Array<{
    name: string
    status: string
    message: string
    assertionResults: Array<{
      ancestorTitles: string[]
      title: string
      fullName: string
      status: string
      failureMessages: string[] | null
    }>
  }>
}

type Spec = {
  title: string
  file: string
  ok: boolean
  tests: Array<{ projectName: string; results: Array<{ error?: { message?: string } }> }>
}
type Suite = { suites?: Suite[]; specs: Spec[] }
export type BrowserReport = {
  suites: Suite[]
  errors: Array<{ message?: string }>
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

export const listSpecs = (suites: Suite[] = []): Spec[] =>
  suites.flatMap((suite) => [...suite.specs, ...listSpecs(suite.suites)])

export async function readReport<Report>(path: string): Promise<Report | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Report)
}

/** Whether the command succeeded. */
export async function runCommand(command: string, variables: Record<string, string> = {}): Promise<boolean> {
  const child = spawn(command, { shell: true, stdio: 'inherit', env: { ...process.env, ...variables } })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code === 0
}
