import { isDeepStrictEqual } from 'node:util'
import { apiVersion } from '#domain/content/content-settings.ts'
import type { Environment } from '../../env.ts'
import { webhookSettings } from '../webhook.ts'
import type { ManagementApi, Webhook } from './management-api.ts'

/** What the project lacks. `run` returns a line for the operator, if there is something to keep. */
export type Step = { text: string; run: () => Promise<string | void> }

const tokens = [
  { variable: 'SANITY_READ_TOKEN', label: 'founderlist server, reads drafts', roleName: 'viewer' },
  { variable: 'SANITY_WRITE_TOKEN', label: 'founderlist server, imports events', roleName: 'editor' },
] as const

/** Compares the project with what this site needs. Nothing is changed until a step runs. Rejects with OperatorError. */
export async function findSteps(api: ManagementApi, environment: Environment): Promise<Step[]> {
  const steps = [findDatasetStep, findOriginSteps, findWebhookStep, findTokenSteps]
  const found: Step[] = []
  for (const find of steps) found.push(...(await find(api, environment)))
  return found
}

async function findDatasetStep(api: ManagementApi, { SANITY_DATASET: name }: Environment): Promise<Step[]> {
  if ((await api.listDatasets()).some((dataset) => dataset.name === name)) return []
  // Published content is public, as on the site; drafts always need a token.
  const run = async () => void (await api.createDataset({ name, aclMode: 'public' }))
  return [{ text: `create the public dataset ${name}`, run }]
}

/** A Studio sends its people's sessions. The origin of a Studio on sanity.studio is added when it is deployed. */
async function findOriginSteps(
  api: ManagementApi,
  { STUDIO_ORIGINS: origins }: Environment,
): Promise<Step[]> {
  const present = await api.listOrigins()
  return origins.flatMap((origin) => {
    const entry = present.find((each) => each.origin === origin)
    if (entry?.allowCredentials) return []
    const run = async () => {
      // An entry cannot be changed.
      if (entry) await api.deleteOrigin(entry.id)
      await api.createOrigin({ origin, allowCredentials: true })
    }
    return [{ text: `allow the Studio at ${origin} to use the project with credentials (CORS)`, run }]
  })
}

async function findWebhookStep(api: ManagementApi, environment: Environment): Promise<Step[]> {
  const webhook = describeWebhook(environment)
  const { name, dataset, url } = webhook
  const present = (await api.listWebhooks()).find((each) => each.name === name && each.dataset === dataset)
  if (!present) {
    const run = async () => void (await api.createWebhook(webhook))
    return [{ text: `create the webhook to ${url}`, run }]
  }
  const fields = Object.keys(webhook) as Array<keyof Webhook>
  const changed = fields.filter((field) => !isDeepStrictEqual(present[field], webhook[field]))
  if (changed.length === 0) return []
  const run = async () => void (await api.updateWebhook(present.id, webhook))
  return [{ text: `update the webhook to ${url}: ${changed.join(', ')}`, run }]
}

function describeWebhook({ SITE_URL, SANITY_DATASET, SANITY_WEBHOOK_SECRET }: Environment): Webhook {
  return {
    name: 'founderlist',
    dataset: SANITY_DATASET,
    url: `${SITE_URL}/api/hooks/content`,
    httpMethod: 'POST',
    apiVersion: `v${apiVersion}`,
    includeDrafts: false,
    // During a rotation, the new one comes first.
    secret: SANITY_WEBHOOK_SECRET[0] ?? '',
    rule: { on: ['create', 'update', 'delete'], ...webhookSettings },
  }
}

async function findTokenSteps(api: ManagementApi, environment: Environment): Promise<Step[]> {
  const present = new Set((await api.listRobots()).map(({ label }) => label))
  return tokens
    .filter(({ variable, label }) => environment[variable] === undefined && !present.has(label))
    .map(({ variable, label, roleName }) => ({
      text: `create the token “${label}” with the role ${roleName}`,
      run: async () => `${variable}=${(await api.createRobot(label, roleName)).token}`,
    }))
}
