import { open, writeFile } from 'node:fs/promises'

/** Writes a file that survives a power cut as soon as this resolves, if its folder is synced too. */
export async function writeDurably(path: string, body: string | Buffer): Promise<void> {
  await writeFile(path, body, { flush: true })
}

/** Brings the names in a folder to the disk. Some file systems cannot; then nothing happens. */
export async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path)
  await folder.sync().catch(() => undefined)
}
