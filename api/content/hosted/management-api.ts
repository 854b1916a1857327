import type { Environment } from '../../env.ts'
import { OperatorError } from '../../runtime/operator.ts'

/** The documented versions of Sanity's HTTP APIs (www.sanity.io/docs/http-reference). */
const versions = { projects: 'v2021-06-07', hooks: 'v2025-02-19', access: 'v2025-07-11' } as const

export type Dataset = { name: string; aclMode: 'public' | 'private' }
export type CorsOrigin = { id: number | string; origin: string; allowCredentials: boolean }
export type Webhook = {
  name: string
  dataset: string
  url: string
  httpMethod: 'POST'
  apiVersion: string
  includeDrafts: boolean
  secret: string
  rule: { on: readonly ('create' | 'update' | 'delete')[]; filter: string; projection: string }
}
export type StoredWebhook = { id: string } & Partial<Webhook>
export type Robot = {
  label: string
  memberships: { resourceType: string; resourceId: string; roleNames: string[] }[]
}
type Page<Item> = { data: Item[]; nextCursor: string | null }

export type ManagementApi = ReturnType<typeof createManagementApi>

/** Calls fail with OperatorError. `token`: of a person or robot that may manage the project. */
export function createManagementApi(environment: Environment, projectId: string, token: string) {
  const { SANITY_API_HOST: host = 'https://api.sanity.io' } = environment
  const projectHost = environment.SANITY_API_HOST ?? `https://${projectId}.api.sanity.io`
  const project = `${host}/${versions.projects}/projects/${projectId}`
  const hooks = `${projectHost}/${versions.hooks}/hooks/projects/${projectId}`
  const robots = `${host}/${versions.access}/access/project/${projectId}/robots`

  async function call<Answer>(method: string, address: string, body?: unknown): Promise<Answer> {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const response = await fetch(address, {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
    }).catch((error: Error) => {
      throw new OperatorError(`Sanity cannot be reached: ${method} ${address}: ${error.message}`)
    })
    const text = await response.text()
    if (!response.ok)
      throw new OperatorError(
        `Sanity answered ${response.status} to ${method} ${address}: ${text.slice(0, 500)}`,
      )
    return (text === '' ? undefined : JSON.parse(text)) as Answer
  }

  return {
    listDatasets: () => call<Dataset[]>('GET', `${project}/datasets`),
    createDataset: ({ name, aclMode }: Dataset) => call('PUT', `${project}/datasets/${name}`, { aclMode }),
    listOrigins: () => call<CorsOrigin[]>('GET', `${project}/cors`),
    createOrigin: (entry: Omit<CorsOrigin, 'id'>) => call('POST', `${project}/cors`, entry),
    deleteOrigin: (id: CorsOrigin['id']) => call('DELETE', `${project}/cors/${id}`),
    listWebhooks: () => call<StoredWebhook[]>('GET', hooks),
    createWebhook: (webhook: Webhook) => call('POST', hooks, { type: 'document', ...webhook }),
    updateWebhook: (id: string, webhook: Webhook) => call('PATCH', `${hooks}/${id}`, webhook),
    async listRobots() {
      const found: Robot[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const query: string = cursor && `?${new URLSearchParams({ nextCursor: cursor })}`
        const page: Page<Robot> = await call('GET', `${robots}${query}`)
        found.push(...page.data)
        cursor = page.nextCursor
      }
      return found
    },
    createRobot: (label: string, roleName: string) =>
      call<{ token: string }>('POST', robots, {
        label,
        memberships: [{ resourceType: 'project', resourceId: projectId, roleNames: [roleName] }],
      }),
  }
}
