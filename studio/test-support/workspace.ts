import { createClient } from '@sanity/client'
import { createMockAuthStore, createWorkspaceFromConfig, validateDocument, type Workspace } from 'sanity'
import { apiVersion } from '#domain/content/content-settings.ts'
import config from '../../sanity.config.ts'
import { dataset, projectId } from '../env.ts'

type Content = { _id: string; _type: string; [field: string]: unknown }

/** A fault as an editor sees it: `error title: Required`. */
export type Fault = string

const client = createClient({ projectId, dataset, apiVersion, useCdn: false })

/** The configured Studio, signed out and without a connection. */
export function createWorkspace(): Promise<Workspace> {
  const auth = createMockAuthStore({ client, currentUser: null })
  return createWorkspaceFromConfig({ ...config, auth })
}

/**
 * The validation results of a document. In the `cli` environment, unknown fields are warnings too, and some errors
 * become warnings.
 */
export async function listFaults(
  workspace: Workspace,
  content: Content,
  environment: 'studio' | 'cli' = 'studio',
): Promise<Fault[]> {
  const document = {
    _rev: 'r',
    _createdAt: '2026-01-01T00:00:00Z',
    _updatedAt: '2026-01-01T00:00:00Z',
    ...content,
  }
  const markers = await validateDocument({
    document,
    workspace,
    environment,
    getClient: () => client,
    getDocumentExists,
  })
  return markers.map(({ level, path, message }) => `${level} ${describePath(path)}: ${message}`)
}

/** Skips the lookup of pictures: the Content Lake checks references itself. */
async function getDocumentExists(): Promise<boolean> {
  return true
}

function describePath(path: readonly unknown[]): string {
  return path
    .map((step) => (typeof step === 'object' ? `[${(step as { _key: string })._key}]` : String(step)))
    .join('.')
    .replaceAll('.[', '[')
}
