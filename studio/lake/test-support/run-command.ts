import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export type Ran = { code: number; out: string; said: string }

/** Runs `node studio/lake/<name>.ts`, as the scripts of package.json do. */
export function runCommand(
  name: 'import' | 'export',
  args: string[],
  variables: Record<string, string>,
): Promise<Ran> {
  const program = fileURLToPath(new URL(`../${name}.ts`, import.meta.url))
  const { VITEST: _, NODE_OPTIONS: __, ...inherited } = process.env
  return new Promise((resolve) => {
    const env = { ...inherited, STUDIO_PORT: '0', SANITY_PROJECT_ID: '', ...variables }
    execFile(process.execPath, [program, ...args], { env }, (error, out, said) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, said }),
    )
  })
}
