import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import type { ListingInput } from '#domain/listings/listing.ts'
import { connect } from '../../database/open.ts'
import { listenForParent } from './listen-for-parent.ts'

// Only the insert of a post: node:http and the same Postgres client, without validation or rate limit.
const sql = connect(process.env['DATABASE_URL'] ?? '', { max: 10, idle_timeout: 1 })
const server = createServer(async (request, response) => {
  const { category, subcategory, title, description, contact, location } = JSON.parse(
    await text(request),
  ) as ListingInput
  const [listing] = await sql`
    insert into listings (category, subcategory, title, description, contact, location, expires_at)
    values (${category}, ${subcategory}, ${title}, ${description}, ${contact}, ${location}, now() + interval '30 days')
    returning id, category, subcategory, title, description, contact, location, created_at, expires_at
  `
  response.writeHead(201, { 'Content-Type': 'application/json' }).end(JSON.stringify(listing))
})
listenForParent(server.listen(0, '127.0.0.1'))
