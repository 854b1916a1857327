import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { checkout } from '../api/runtime/checkout.ts'

/** What the runner does for every migration: timeouts, and transactions or the deletion of an invalid index. */
const excluded = [
  'require-lock-timeout',
  'require-statement-timeout',
  'prefer-robust-stmts',
  'ban-concurrent-index-creation-in-transaction',
]

const stopped = 'operators stop 1.0.0 first (docs/operations/upgrade.md)'
const short = 'seven seconds at 100,000 listings, while no server runs'

/** Accepted findings, and why. The first migration makes an empty database. */
const accepted: Record<string, string> = {
  '0029_count_requests_in_one_table.sql ban-drop-table': stopped,
  '0030_keep_all_listings_in_one_table.sql ban-drop-table': stopped,
  '0030_keep_all_listings_in_one_table.sql constraint-missing-not-valid': short,
  '0030_keep_all_listings_in_one_table.sql renaming-table': `a view has the name; ${stopped}`,
  '0030_keep_all_listings_in_one_table.sql require-concurrent-index-creation': short,
  '0030_keep_all_listings_in_one_table.sql require-concurrent-index-deletion': short,
}

it('squawk finds nothing in the migrations that is not accepted', async () => {
  const folder = join(checkout, 'api/database/migrations')
  const [, ...files] = (await readdir(folder)).toSorted()
  const words = [...excluded.map((rule) => `--exclude=${rule}`), '--reporter=Json']
  const command = [
    '--pg-version=15.0',
    '--assume-in-transaction',
    ...words,
    ...files.map((name) => join(folder, name)),
  ]
  const squawk = join(checkout, 'node_modules/.bin/squawk')
  // It exits with 1 if it finds something.
  const { stdout } = await promisify(execFile)(squawk, command).catch((error) => error as { stdout: string })
  const findings = JSON.parse(stdout) as Array<{ file: string; rule_name: string }>
  const found = new Set(findings.map(({ file, rule_name }) => `${basename(file)} ${rule_name}`))
  expect([...found].toSorted()).toEqual(Object.keys(accepted))
})
