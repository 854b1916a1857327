import { and, desc, eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import express from 'express'
import { connect } from '../../database/open.ts'
import { events, listings } from './schema.ts'
import { listenForParent } from './listen-for-parent.ts'
import { toListing } from './to-listing.ts'

// A typical implementation of the API: Express 5, Drizzle over postgres.js, prepared statements, the same answers.
const db = drizzle(connect(process.env['DATABASE_URL'] ?? '', { max: 10, idle_timeout: 1 }))
const isShown = sql`coalesce(${listings.expiresAt}, 'infinity') > now()`

const { id, category, subcategory, title, description, contact, location, details, createdAt } = listings

const findListing = db
  .select({ title, category, subcategory, location, createdAt, description, contact, details })
  .from(listings)
  .where(and(eq(id, sql.placeholder('id')), isShown))
  .prepare('find_listing')

const listCategory = db
  .select({ id, subcategory, title, location, description, createdAt, details })
  .from(listings)
  .where(and(eq(listings.categorySlug, sql.placeholder('category')), isShown))
  .orderBy(desc(createdAt), desc(id))
  .limit(50)
  .prepare('list_category')

const listEvents = db.select().from(events).orderBy(events.date, events.id).prepare('list_events')

const app = express()
app.disable('x-powered-by')
app.set('etag', false)
app.get('/api/listings/:id', async (request, response) => {
  const [listing] = await findListing.execute({ id: request.params.id })
  if (listing) response.json(toListing(listing))
  else response.status(404).send('not found')
})
app.get('/api/listings/category/:category', async (request, response) => {
  response.json((await listCategory.execute({ category: request.params.category })).map(toListing))
})
app.get('/api/events', async (_request, response) => {
  response.json(await listEvents.execute())
})
app.post('/api/listings', express.json(), async (request, response) => {
  const [listing] = await db.insert(listings).values(request.body).returning()
  response.status(201).json(listing)
})
app.use(express.static(process.env['STATIC_FOLDER'] ?? '', { extensions: ['html'] }))
listenForParent(app.listen(0, '127.0.0.1'))
