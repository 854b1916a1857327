import { Hono } from 'hono'
import { localEditor } from '../http/access.ts'
import { readAccess } from '../http/access.ts'
import { type LakeEnv, requireWriter } from '../http/guard.ts'
import { LakeError } from '../http/errors.ts'
import { administrator } from '../users/users.ts'

type Names = { projectId: string; dataset: string }

const everything = ['read', 'create', 'update', 'history', 'editHistory', 'manage']

/** The one project with its one dataset, and what its editor may do there. */
export function projectRoutes({ projectId, dataset }: Names) {
  const app = new Hono<LakeEnv>()
  app.use('/projects/:project/*', async (c, next) => {
    requireKnown(c.req.param('project'), projectId)
    await next()
  })

  app.get('/projects/:project', requireWriter, (c) => {
    requireKnown(c.req.param('project'), projectId)
    return c.json(describeProject(projectId))
  })

  // A comments dataset, which is what the profile asks for, is an add-on of the hosted service.
  app.get('/projects/:project/datasets', requireWriter, (c) =>
    c.json(
      c.req.query('datasetProfile') === undefined ? [{ name: dataset, aclMode: 'public', tags: [] }] : [],
    ),
  )
  app.get(`/projects/:project/datasets/${dataset}/acl`, (c) =>
    c.json(readAccess(c).mayWrite ? [{ filter: '_id in path("**")', permissions: everything }] : []),
  )
  app.get(`/projects/:project/datasets/${dataset}/settings/indexing`, (c) => c.json({}))
  app.get('/projects/:project/user-applications', (c) => c.json([]))
  app.get('/projects/:project/roles', (c) => c.json([administrator.roles[0]]))
  // No grants: the Studio then does not send its schema, which nothing here would read.
  app.get('/projects/:project/grants', (c) => c.json({}))
  return app
}

function requireKnown(given: string, projectId: string): void {
  if (given === projectId) return
  throw new LakeError(404, { type: 'projectNotFound', description: `Project "${given}" not found` })
}

function describeProject(id: string) {
  const { role, roles } = administrator
  return {
    id,
    displayName: 'Local content',
    organizationId: null,
    studioHost: null,
    isBlocked: false,
    isDisabled: false,
    metadata: {},
    features: [],
    members: [{ id: localEditor.id, isCurrentUser: true, isRobot: false, role, roles }],
  }
}
