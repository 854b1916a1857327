import { join } from 'node:path'
import { ensureBuild } from '#domain/ensure-build.ts'
import { finishStudio } from './finish-studio.ts'
import { runSanity } from './run-sanity.ts'

type Place = {
  /** The checkout. */
  root: string
  /** Holds one folder for each version. */
  builds: string
  version: string
}

/** Where the Studio of a version is, once it is built. */
export function studioFolder({ builds, version }: Place): string {
  return join(builds, version)
}

/** Builds a version of the Studio if it is not there. Throws with what the build said. */
export function ensureStudio(
  { root, builds, version }: Place,
  variables: NodeJS.ProcessEnv,
  log: (line: string) => void,
): Promise<string> {
  const make = async (folder: string) => {
    await runSanity(['build', folder, '--yes'], { root, variables })
    await finishStudio(folder)
  }
  return ensureBuild({ name: 'Studio', builds, version, make, log })
}
