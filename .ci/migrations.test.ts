import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { checkout } from '../api/runtime/checkout.ts'

const folder = join(checkout, 'api/database/migrations')

/** Findings of squawk that are accepted, and why. Not edited afterwards: a new migration is for servers that run. */
const accepted: Record<string, string> = {}

it('squawk finds nothing in the migrations that is not accepted', async () => {
  const files = (await readdir(folder)).filter((name) => name > '0029').map((name) => join(folder, name))
  const words = ['--reporter=Json', '--pg-version=15.0', ...files]
  const { stdout } = await promisify(execFile)('squawk', words).catch((error) => error as { stdout: string })
  const findings = JSON.parse(stdout) as Array<{ file: string; rule_name: string }>
  const found = new Set(findings.map(({ file, rule_name }) => `${basename(file)} ${rule_name}`))
  expect([...found].toSorted()).toEqual(Object.keys(accepted).toSorted())
})
