import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import type { Access } from './access.ts'
import { LakeError } from './errors.ts'
import { judge, type Rules } from './judge.ts'

export type LakeEnv = { Bindings: HttpBindings; Variables: { access: Access } }

/** Runs before every route: refuses foreign hosts, foreign origins and wrong tokens, and sets what the request may do. */
export function guard(rules: Rules): MiddlewareHandler<LakeEnv> {
  return async (c, next) => {
    const verdict = judge(c.env.incoming, c.req.path, rules)
    if ('refusal' in verdict) throw new LakeError(403, { type: 'forbidden', description: verdict.refusal })
    if (verdict.access === undefined) throw unauthorized()
    c.set('access', verdict.access)
    await next()
  }
}

/** For every route that changes something, or tells of what is not public. Throws 401 where the request is anonymous. */
export const requireWriter: MiddlewareHandler<LakeEnv> = async (c, next) => {
  if (!c.get('access').mayWrite) throw unauthorized()
  await next()
}

export function unauthorized(): LakeError {
  return new LakeError(401, {
    type: 'unauthorized',
    description:
      'Unauthorized - Session not found: send the write token, or use the Studio of this Content Lake',
  })
}
