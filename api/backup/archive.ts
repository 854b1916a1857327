import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { create, extract, Parser, type ReadEntry } from 'tar'
import { z } from 'zod'
import { countRows } from '../database/transfer.ts'
import { parseJson } from '../runtime/durable-files.ts'
import { errorReason, OperatorError } from '../runtime/operator.ts'

const manifestName = 'backup.json'
/** Raise it for archives that earlier versions cannot read. */
const format = 1

const manifestSchema = z.object({
  format: z.literal(format),
  version: z.string(),
  commit: z.string(),
  /** ISO 8601 in UTC. */
  madeAt: z.string(),
  /** The last one of the database. */
  migration: z.string(),
  tables: z.record(z.string(), z.object({ rows: z.number(), digest: z.string() })),
  /** Of the local Content Lake; null if the content is elsewhere. */
  documents: z.number().nullable(),
  /** The id of the release; null without one. */
  release: z.string().nullable(),
  /** All other files of the archive, by path. `size` in bytes. */
  files: z.record(z.string(), z.object({ size: z.number(), sha256: z.string() })),
})

/** The first file of an archive. */
export type Manifest = z.infer<typeof manifestSchema>

export const dataFile = 'data.json.gz'
export const settingsFile = 'settings.env'
export const contentFolder = 'content'
export const releasesFolder = 'releases'

/**
 * Writes the files of a folder as a .tar.gz that only its owner may read. It gets its name when it is complete. Throws
 * OperatorError.
 */
export async function writeArchive(folder: string, file: string, facts: Omit<Manifest, 'format' | 'files'>) {
  const partial = `${file}.${process.pid}.part`
  try {
    const files = await hashFiles(folder)
    const manifest: Manifest = { format, ...facts, files }
    await writeFile(join(folder, manifestName), JSON.stringify(manifest))
    const paths = [manifestName, ...Object.keys(files)]
    await create({ file: partial, cwd: folder, gzip: true, portable: true, strict: true, mode: 0o600 }, paths)
    await using written = await open(partial)
    await written.sync()
    await rename(partial, file)
    return manifest
  } catch (error) {
    throw new OperatorError(`The backup could not be written to ${file}: ${errorReason(error)}`, {
      cause: error,
    })
  } finally {
    await rm(partial, { force: true })
  }
}

/** Reads the beginning of an archive. Throws OperatorError for other files, and archives of a later version. */
export async function readManifest(file: string): Promise<Manifest> {
  const given = parseJson(await readFirstFile(file))
  const { data } = manifestSchema.safeParse(given)
  if (data) return data
  const later = z.object({ format: z.number().gt(format), version: z.string() }).safeParse(given).data
  throw new OperatorError(
    later
      ? `${file} was made by a later version (${later.version}): restore it with that version`
      : `${file} was not made by \`npm run backup\``,
  )
}

async function readFirstFile(file: string): Promise<string> {
  const source = createReadStream(file)
  const found = Promise.withResolvers<string>()
  const fail = (cause: Error) =>
    found.reject(new OperatorError(`${file} cannot be read: ${errorReason(cause)}`, { cause }))
  let isFirst = true
  const onReadEntry = (entry: ReadEntry) => {
    if (isFirst && entry.path === manifestName)
      entry.concat().then((body) => found.resolve(body.toString()), fail)
    else if (isFirst) found.resolve('')
    else entry.resume()
    isFirst = false
  }
  const parser = new Parser({ strict: true, onReadEntry })
  parser.on('end', () => isFirst && found.resolve(''))
  source.on('error', fail)
  parser.on('error', fail)
  source.on('data', (chunk) => parser.write(chunk as Buffer)).on('end', () => parser.end())
  return found.promise.finally(() => source.destroy())
}

/** Unpacks an archive into an empty folder. Throws OperatorError unless each file has its checksum. */
export async function extractArchive(file: string, { files }: Manifest, folder: string): Promise<void> {
  try {
    await extract({
      file,
      cwd: folder,
      strict: true,
      filter: (path, entry) => Object.hasOwn(files, path) && (entry as ReadEntry).type === 'File',
    })
  } catch (cause) {
    throw new OperatorError(`${file} is damaged: ${errorReason(cause)}`, { cause })
  }
  const found = await hashFiles(folder)
  const wrong = Object.keys(files).find((path) => found[path]?.sha256 !== files[path]?.sha256)
  if (wrong !== undefined)
    throw new OperatorError(`${file} is damaged: ${wrong} is not the file that was backed up`)
}

async function hashFiles(folder: string): Promise<Manifest['files']> {
  const files: Manifest['files'] = {}
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    if (!entry.isFile()) continue
    const { size } = await stat(file)
    const hash = createHash('sha256')
    await pipeline(createReadStream(file), hash)
    files[relative(folder, file)] = { size, sha256: hash.digest('hex') }
  }
  return files
}

/** Such as `257 rows, 41 documents and 120 files`. */
export function describeBackup({ tables, documents, files }: Manifest): string {
  return `${countRows(tables)} rows, ${documents ?? 0} documents and ${Object.keys(files).length} files`
}
