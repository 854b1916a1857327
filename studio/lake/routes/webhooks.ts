import { Hono } from 'hono'
import { LakeError } from '../http/errors.ts'
import { type LakeEnv, requireWriter } from '../http/guard.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'

/** For operators: the webhooks, how much waits for each, and what became of the latest attempts. No secrets. */
export function webhookRoutes({ hooks, parts }: Webhooks, projectId: string) {
  const app = new Hono<LakeEnv>()

  app.get(`/hooks/projects/${projectId}`, requireWriter, (c) =>
    c.json(
      hooks.map(({ secret, ...hook }) => ({
        ...hook,
        projectId,
        isSigned: secret !== undefined,
        waiting: parts.outbox.count(hook.id),
      })),
    ),
  )

  app.get(`/hooks/projects/${projectId}/:hook/attempts`, requireWriter, (c) => {
    const hook = hooks.find(({ id }) => id === c.req.param('hook'))
    if (hook === undefined)
      throw new LakeError(404, { type: 'notFound', description: 'There is no such webhook' })
    const attempts = parts.log.list(hook.id)
    return c.json(attempts.map((attempt) => ({ ...attempt, at: new Date(attempt.at).toISOString() })))
  })
  return app
}
