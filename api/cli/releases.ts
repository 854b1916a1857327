import { basename, join, resolve } from 'node:path'
import { listServedFolders } from '../publishing/releases/release-folders.ts'
import { ReleaseStore } from '../publishing/releases/release-store.ts'
import { rollBack } from '../publishing/releases/roll-back.ts'
import { readExisting, runCommand } from './run-command.ts'

// `npm run releases` lists the stored releases; `npm run releases <id>` serves one until the content changes. Running
// servers on the same data folder switch at once.
await runCommand('npm run releases [id]', async ([id]) => {
  const { DATA_DIR } = readExisting('releases')
  const first = join(resolve(DATA_DIR), 'releases')
  if (id !== undefined) await rollBack(first, id)
  const folders = await listServedFolders(first)
  for (const folder of folders) {
    if (folders.length > 1) process.stdout.write(`${basename(folder)}:\n`)
    const store = new ReleaseStore(folder)
    const current = await store.readCurrent()
    const served = await store.findServed()
    for (const release of await store.list()) {
      const mark = release.id === current ? '*' : ' '
      const note =
        release.version === served?.version ? '' : ', of another version of the code or for another SITE_URL'
      process.stdout.write(`${mark} ${release.id}  ${release.files.length} files${note}\n`)
    }
  }
})
