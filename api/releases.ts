import { join, resolve } from 'node:path'
import { runCommand } from './command.ts'
import { readEnvironment } from './env.ts'
import { ReleaseStore } from './publisher/release-store.ts'

// `npm run releases` lists the releases that are kept; `npm run releases <id>` serves one of them, until the content
// changes. A server that runs over the same data folder follows at once.
await runCommand(async ([id]) => {
  const { DATA_DIR } = readEnvironment(process.env)
  const store = new ReleaseStore(join(resolve(DATA_DIR), 'releases'))
  await store.open()
  if (id !== undefined) await store.rollBack(id)
  const current = await store.readCurrent()
  for (const release of await store.list()) {
    const mark = release.id === current?.release ? '*' : ' '
    process.stdout.write(`${mark} ${release.id}  ${release.files.length} files\n`)
  }
})
