import { join } from 'node:path'
import type { Environment } from '../env.ts'
import { OperatorError } from '../runtime/operator.ts'
import { buildOnce, readSourceVersion, runBuildScript } from '../runtime/build-once.ts'

const sources = {
  include: ['studio/**', 'api/domain/**', 'sanity.config.ts', 'sanity.cli.ts', 'package-lock.json'],
  exclude: /^studio\/(lake|seed|e2e)\/|^studio\/schema\.json$|\.test\.tsx?$|\.md$/,
}

/** The path at which the Studio is served, which is part of its build: '' or for example '/studio'. */
export function basePathOf({ STUDIO_URL }: Pick<Environment, 'STUDIO_URL'>): string {
  return STUDIO_URL === undefined ? '' : new URL(STUDIO_URL).pathname.replace(/\/$/, '')
}

/** Throws OperatorError for a STUDIO_URL at which the Studio would hide routes of the application or files of a release. */
export function refuseSitePath(
  { STUDIO_URL, SITE_URL }: Pick<Environment, 'STUDIO_URL' | 'SITE_URL'>,
  { routes, files }: { routes: Iterable<{ path: string }>; files: ReadonlyMap<string, unknown> },
): void {
  if (STUDIO_URL === undefined || new URL(STUDIO_URL).origin !== SITE_URL) return
  const [, folder] = new URL(STUDIO_URL).pathname.split('/')
  const paths = [...Array.from(routes, ({ path }) => path), ...Array.from(files.keys(), (file) => `/${file}`)]
  if (paths.some((path) => path.split('/')[1] === folder))
    throw new OperatorError(
      `STUDIO_URL must not be at /${folder}, which the site uses: choose another path, such as ${SITE_URL}/studio`,
    )
}

async function locateBuild(checkout: string, basePath: string): Promise<{ builds: string; version: string }> {
  return {
    builds: join(checkout, '.build', 'studio'),
    version: (await readSourceVersion(checkout, sources)) + basePath.replaceAll('/', '-'),
  }
}

/** The folder of the Studio's build from the current sources, which need not exist yet. */
export async function findStudio(checkout: string, basePath: string): Promise<string> {
  const { builds, version } = await locateBuild(checkout, basePath)
  return join(builds, version)
}

/** Builds the Studio from the current sources (about 15 s) unless already built. Throws OperatorError or AbortError. */
export async function ensureStudio(
  checkout: string,
  basePath: string,
  log: (line: string) => void,
  signal?: AbortSignal,
): Promise<string> {
  const script = join(checkout, 'studio', 'build.ts')
  return buildOnce({
    ...(await locateBuild(checkout, basePath)),
    name: 'Studio',
    memory: 900,
    tool: 'sanity',
    make: (folder) => runBuildScript('Studio', [script, folder, basePath], signal),
    log,
  })
}

/** `ensureStudio` in the background. A failure is logged; disposing aborts the build. */
export function startStudioBuild(
  checkout: string,
  { basePath, address }: { basePath: string; address: string },
  log: (line: string) => void,
): AsyncDisposable {
  const stopping = new AbortController()
  const { signal } = stopping
  let isNew = false
  function onLine(line: string): void {
    if (signal.aborted) return
    isNew = true
    log(line)
  }
  const built = ensureStudio(checkout, basePath, onLine, signal).then(
    () => isNew && log(`The Studio is ready: ${address}`),
    (error: Error) => signal.aborted || log(error.message),
  )
  return {
    [Symbol.asyncDispose]: async () => {
      stopping.abort()
      await built
    },
  }
}
