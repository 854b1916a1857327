import { jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

// The columns that the peers use.
const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const listings = pgTable('listings', {
  id: uuid().primaryKey().defaultRandom(),
  category: text().notNull(),
  subcategory: text().notNull(),
  title: text().notNull(),
  description: text().notNull(),
  contact: text().notNull(),
  location: text().notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  details: jsonb(),
  categorySlug: text('category_slug').generatedAlwaysAs(''),
  expiresAt: instant('expires_at'),
})

export const events = pgTable('events', {
  id: uuid().primaryKey().defaultRandom(),
  title: text().notNull(),
  date: instant('date').notNull(),
  organizers: text().notNull(),
  location: text().notNull(),
  description: text(),
  url: text(),
  price: text(),
  registrationType: text('registration_type'),
  topics: text().array().notNull(),
  types: text().array().notNull(),
  updatedAt: instant('updated_at').notNull(),
})
