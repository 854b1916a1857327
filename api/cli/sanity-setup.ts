import { createManagementApi } from '../content/hosted/management-api.ts'
import { findSteps } from '../content/hosted/set-up-project.ts'
import { readEnvironment, wrongVariable } from '../env.ts'
import { OperatorError } from '../runtime/operator.ts'
import { runCommand } from './run-command.ts'

// `npm run sanity:setup` gives a hosted project what the site needs and it lacks: dataset, CORS origins, webhook, tokens.
// The settings are those of the server. `-- --dry-run` only prints the steps.
await runCommand('npm run sanity:setup [-- --dry-run]', async (words) => {
  const environment = readEnvironment(process.env)
  const { SANITY_PROJECT_ID: projectId, SANITY_WEBHOOK_SECRET: secrets, SITE_URL: siteUrl } = environment
  if (projectId === undefined) throw wrongVariable('SANITY_PROJECT_ID')
  if (secrets.length === 0) throw wrongVariable('SANITY_WEBHOOK_SECRET')
  if (!siteUrl.startsWith('https:'))
    throw new OperatorError(
      'SITE_URL must be the public https:// address of the site: Sanity sends the webhook there',
    )
  const token = process.env['SANITY_AUTH_TOKEN']
  if (!token)
    throw new OperatorError(
      'SANITY_AUTH_TOKEN must be a token that may manage the project: `npx sanity login`, then `npx sanity debug --secrets` prints yours',
    )
  const isDry = words.length > 0
  const steps = await findSteps(createManagementApi(environment, projectId, token), environment)
  const kept: string[] = []
  for (const { text, run } of steps) {
    process.stdout.write(`${isDry ? 'would ' : ''}${text}\n`)
    if (isDry) continue
    const line = await run()
    if (line) kept.push(line)
  }
  if (steps.length === 0) process.stdout.write('The project has all that the site needs.\n')
  if (kept.length > 0)
    process.stdout.write(
      `Sanity shows these only once. Add them to the settings of the server:\n${kept.join('\n')}\n`,
    )
})
