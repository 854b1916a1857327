import { join, resolve } from 'node:path'
import { ReleaseStore } from '../publishing/releases/release-store.ts'
import { readExisting, runCommand } from './run-command.ts'

// `npm run releases` lists the stored releases; `npm run releases <id>` serves one until the content changes. A running
// server on the same data folder switches at once.
await runCommand(async ([id]) => {
  const { DATA_DIR } = readExisting('releases')
  const store = new ReleaseStore(join(resolve(DATA_DIR), 'releases'))
  if (id !== undefined) await store.rollBack(id)
  const current = await store.readCurrent()
  const all = await store.list()
  const served = all.find((release) => release.id === current?.release)
  for (const release of all) {
    const mark = release.id === current?.release ? '*' : ' '
    const isOther = served && served.version !== release.version
    const note = isOther ? ', of another version of the code or for another SITE_URL' : ''
    process.stdout.write(`${mark} ${release.id}  ${release.files.length} files${note}\n`)
  }
})
