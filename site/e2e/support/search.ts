import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { SearchAnswer, SearchResult } from '#domain/search.ts'
import { messages } from './language.ts'

/** The search box by its roles, once its script has loaded. */
export function findSearch(page: Page) {
  const { search } = messages()
  const form = page.getByRole('search')
  return {
    box: form.getByRole('combobox', { name: search.label }),
    button: form.getByRole('button', { name: search.button }),
    list: form.getByRole('listbox', { name: search.suggestions }),
    options: form.getByRole('option'),
    active: form.getByRole('option', { selected: true }),
    statusMessage: form.getByRole('status'),
    results: page.getByRole('region', { name: new RegExp(`^${search.results.split('{text}')[0]?.trim()}`) }),
  }
}

function makeResult(title: string, path: '/listing' | '/event', location: string): SearchResult {
  const id = randomUUID()
  return { id, title, location, date: '2026-11-21T17:00:00.000Z', path: `${path}/${id}` }
}

/** A search answer with listings and events of these titles, all with the same date. */
export function makeAnswer(listings: string[], events: string[], hasMore = false): SearchAnswer {
  return {
    listings: { results: listings.map((title) => makeResult(title, '/listing', 'NYC')), hasMore },
    events: { results: events.map((title) => makeResult(title, '/event', 'SHACK15, Embarcadero')), hasMore },
  }
}

/** Mocks the search API for a page. */
export async function mockSearches(page: Page, answer: SearchAnswer): Promise<void> {
  await page.route('/api/search?*', (route) => route.fulfill({ json: answer }))
}
