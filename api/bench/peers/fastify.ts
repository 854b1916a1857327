import Fastify from 'fastify'
import pg from 'pg'
import type { ListingInput } from '#domain/listings/listing.ts'
import { listenForParent } from './listen-for-parent.ts'
import { toListing } from './to-listing.ts'

// A hand-tuned implementation of the API: Fastify 5 with response schemas, pg with prepared statements, same indexes.
const { hostname, searchParams, pathname, username, password, port } = new URL(
  process.env['DATABASE_URL'] ?? '',
)
const pool = new pg.Pool({
  host: searchParams.get('host') ?? hostname,
  port: Number(port || 5432),
  database: pathname.slice(1),
  user: username,
  password,
  max: 10,
  idleTimeoutMillis: 1_000,
})

const text = { type: 'string' } as const
const nullable = { type: ['string', 'null'] } as const
const texts = { type: 'array', items: text } as const
const object = (properties: object) => ({ type: 'object', properties }) as const
const open = (properties: object) => ({ ...object(properties), additionalProperties: true }) as const
const stringsNamed = (...names: string[]) => Object.fromEntries(names.map((name) => [name, text]))
const common = stringsNamed('id', 'title', 'location', 'description')
const summary = { ...common, ...stringsNamed('subcategory', 'createdAt') }
const listing = { ...summary, ...stringsNamed('category', 'contact') }
const required = { ...stringsNamed('date', 'organizers', 'updatedAt'), topics: texts, types: texts }
const optional = { description: nullable, url: nullable, price: nullable, registrationType: nullable }
const event = { ...common, ...required, ...optional }
const answers = (schema: object) => ({ schema: { response: { '2xx': schema } } })

const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const isShown = `coalesce(expires_at, 'infinity') > now()`
const queries = {
  one: {
    name: 'one',
    text: `select title, category, subcategory, location, ${iso('created_at')} as "createdAt", description, contact, details
      from listings where id = $1 and ${isShown}`,
  },
  page: {
    name: 'page',
    text: `select id, subcategory, title, location, description, ${iso('created_at')} as "createdAt", details
      from listings where category_slug = $1 and ${isShown} order by created_at desc, id desc limit 50`,
  },
  events: {
    name: 'events',
    text: `select id, title, ${iso('date')} as date, organizers, location, description, url, price,
      registration_type as "registrationType", topics, types, ${iso('updated_at')} as "updatedAt" from events order by events.date, id`,
  },
  insert: {
    name: 'insert',
    text: `insert into listings (category, subcategory, title, description, contact, location)
      values ($1, $2, $3, $4, $5, $6) returning id, category, subcategory, title, description, contact, location,
      ${iso('created_at')} as "createdAt"`,
  },
}

const app = Fastify()
app.get<{ Params: { id: string } }>('/api/listings/:id', answers(open(listing)), async (request, reply) => {
  const { rows } = await pool.query({ ...queries.one, values: [request.params.id] })
  return rows[0] ? toListing(rows[0]) : reply.code(404).send({ title: 'not found' })
})
app.get<{ Params: { category: string } }>(
  '/api/listings/category/:category',
  answers({ type: 'array', items: open(summary) }),
  async (request) =>
    (await pool.query({ ...queries.page, values: [request.params.category] })).rows.map(toListing),
)
const listEvents = async () => (await pool.query(queries.events)).rows
app.get('/api/events', answers({ type: 'array', items: object(event) }), listEvents)
app.post<{ Body: ListingInput }>('/api/listings', answers(object(listing)), async (request, reply) => {
  const { category, subcategory, title, description, contact, location } = request.body
  const values = [category, subcategory, title, description, contact, location]
  const { rows } = await pool.query({ ...queries.insert, values })
  return reply.code(201).send(rows[0])
})
await app.listen({ port: 0, host: '127.0.0.1' })
listenForParent(app.server)
