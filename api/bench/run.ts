import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { copyAnswer } from './copy-answer.ts'
import { fillEvents, fillListings } from './fill.ts'
import { measureFirstAnswers } from './first-answers.ts'
import { measureGrowth } from './growth.ts'
import { startNginx } from './peers/nginx.ts'
import { startApi, startBare, startDatabase, startPeer } from './processes.ts'
import { describeTargets, printAnswers, printFirstAnswers, printOthers } from './report.ts'
import { measureRow, type Row, type Servers } from './rows.ts'
import { measurePosts, measureSearches } from './writes-and-searches.ts'

/**
 * `npm run bench` compares this server with others that give the same answers from the same database, with 32
 * connections, 100,000 listings and 2,000 events. The servers take turns: compare only figures of the same run.
 * `npm run bench -- --posts` measures only searches and posts.
 * `npm run bench -- --growth` measures this server alone with 1,000, 100,000 and 1,000,000 listings.
 */
const { values } = parseArgs({ options: { growth: { type: 'boolean' }, posts: { type: 'boolean' } } })
// Otherwise the first start builds pages and Studio while requests are measured.
execFileSync('npm', ['run', '--silent', 'prepare:version'], { stdio: 'inherit' })
if (values.growth) await measureGrowth()
else await compare()

async function compare(): Promise<void> {
  await using database = await startDatabase()
  const { sql, url, scratch } = database
  console.error('Storing 100,000 listings and 2,000 events, which takes a minute…')
  await fillListings(sql, 100_000)
  await fillEvents(sql, 2_000)
  const [listing] = await sql<[{ id: string }]>`
    select id from listings where category_slug = 'housing' order by created_at desc, id desc limit 1
  `
  const [event] = await sql<[{ id: string }]>`select id from events where date > now() order by date limit 1`

  const all: Row[] = [
    { name: 'static page `/sponsors`', path: '/sponsors', peers: ['express', 'nginx'] },
    { name: 'one listing, JSON', path: `/api/listings/${listing.id}`, peers: ['express', 'fastify'] },
    {
      name: '50 listings of a category, JSON',
      path: '/api/listings/category/housing',
      peers: ['express', 'fastify'],
    },
    { name: '2,000 events, JSON', path: '/api/events', peers: ['express', 'fastify'] },
    { name: 'page `/`', path: '/', peers: [] },
    { name: 'page `/category/housing`', path: '/category/housing', peers: [] },
    { name: 'page `/listing/{id}`', path: `/listing/${listing.id}`, peers: [] },
    { name: 'page `/event/{id}`', path: `/event/${event.id}`, peers: [] },
  ]
  const rows = values.posts ? [] : all
  await using ours = await startApi(url)
  const staticFolder = await makeStaticFolder(scratch, ours.base)
  const paths = rows.map(({ path }) => path)
  const variables = { DATABASE_URL: url, STATIC_FOLDER: staticFolder }
  using plain = await startBare(ours.base, paths, { 'Accept-Encoding': 'identity' })
  using brotli = await startBare(ours.base, paths, { 'Accept-Encoding': 'br' })
  using express = await startPeer('express', { variables })
  using fastify = await startPeer('fastify', { variables })
  using barePost = await startPeer('bare-post', { variables })
  await using nginx = await startNginx(scratch, staticFolder)
  const servers: Servers = {
    ours: ours.base,
    plain: plain.base,
    brotli: brotli.base,
    express: express.base,
    fastify: fastify.base,
    ...(nginx && { nginx: nginx.base }),
  }

  const answers = []
  for (const row of rows) {
    console.error(`${row.name}…`)
    answers.push({ row, measured: await measureRow(row, servers) })
  }
  printAnswers(answers)

  const bases = { ours: ours.base, express: express.base, fastify: fastify.base }
  const firsts = []
  for (const row of rows.slice(1, 3)) {
    const asked = { id: listing.id, path: row.path, bases: { ...bases, oursBrotli: ours.base } }
    firsts.push({ name: row.name, of: await measureFirstAnswers(sql, asked) })
  }
  printFirstAnswers(firsts)

  const searches = await measureSearches(sql, ours.base)
  const posts = await measurePosts(url, { ...bases, bare: barePost.base })
  const [{ held }] = await sql<
    [{ held: number }]
  >`select count(*)::integer as held from all_listings where state = 'held'`
  printOthers(searches, posts)
  console.log(`\nThe spam filter held ${held} posts.`)
  console.log(describeTargets({ answers, firsts, searches, posts }))
}

/** `/sponsors` as a file with a `.gz` file beside it, as on a static host. */
async function makeStaticFolder(scratch: string, base: string): Promise<string> {
  const folder = join(scratch, 'static')
  await mkdir(folder)
  const { body } = await copyAnswer(base, '/sponsors', { 'Accept-Encoding': 'identity' })
  await writeFile(join(folder, 'sponsors.html'), body)
  await writeFile(join(folder, 'sponsors.html.gz'), gzipSync(body, { level: 9 }))
  return folder
}
