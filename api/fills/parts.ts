import type { Calendar } from '../calendar/calendar.ts'
import type { Database } from '../database/open.ts'

/** Where records are found, and the origin of the site. */
export type FillParts = { sql: Database; calendar: Calendar; siteUrl: string }
