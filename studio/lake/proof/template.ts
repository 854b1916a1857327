import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkOut } from './checkout.ts'
import type { Suite } from './suite.ts'

const project = { SANITY_STUDIO_PROJECT_ID: 'abc123', SANITY_STUDIO_DATASET: 'blog' }
const config = 'site/e2e/playwright.config.ts'

/** The browser test of other Studios, with the Studio of a template that Sanity offers, as its users build it. */
export const templateSuite: Suite = {
  title: 'Studio of [sanity-template-astro-clean](https://github.com/sanity-io/sanity-template-astro-clean)',
  reasons: [],
  run: async () => {
    const folder = checkOut(
      'sanity-io/sanity-template-astro-clean',
      '3e462e77e66cd36f1128ed9d066fbe423f50dd3a',
    )
    if (!existsSync(join(folder, 'node_modules')))
      execFileSync('npm', ['ci', '--workspace=studio', '--ignore-scripts', '--no-audit'], { cwd: folder })
    const cwd = join(folder, 'studio')
    const env = { ...process.env, ...project, CI: '1' }
    execFileSync('npx', ['sanity', 'build', '--yes', '--no-auto-updates'], { cwd, env, stdio: 'pipe' })
    const args = ['playwright', 'test', '--config', config, '--project=studio', 'other-studio']
    const options = {
      cwd: join(import.meta.dirname, '../../..'),
      env: { ...env, OTHER_STUDIO: join(cwd, 'dist') },
    }
    const problem = await new Promise<string | undefined>((resolve) =>
      execFile('npx', args, options, (error, stdout) => resolve(error ? stdout : undefined)),
    )
    return [{ name: 'shows, edits and publishes a post, also with people', problem }]
  },
}
