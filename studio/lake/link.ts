import { formatError, log } from './errors.ts'
import { endSessions, requestLink } from './people/owner-requests.ts'
import { findRunningLake } from './people/running-lake.ts'

/** `npm run studio:link`: prints a new link to the running Studio; with `--end-all`, ends all sessions first. */
try {
  const connection = findRunningLake()
  if (process.argv.includes('--end-all')) {
    await endSessions(connection)
    log('All sessions of the Studio have ended, and all earlier links are void.')
  }
  process.stdout.write(`${await requestLink(connection)}\n`)
} catch (error) {
  log(formatError(error))
  process.exitCode = 1
}
