import { unfoldHome } from './events.ts'
import { messages } from './language.ts'
import type { Screen } from './screens.ts'
import { mockSearches, findSearch, makeAnswer } from './search.ts'
import { serveAsStaticHost } from './static-host.ts'

const answer = makeAnswer(
  ['Founding engineer', `A very long title ${'x'.repeat(120)}`, 'مهندس مؤسس', 'Desk by the window'],
  ['Founders breakfast', 'Robots and ramen'],
  true,
)

/** The screens of the search and of a chosen city, with mocked answers. */
export const searchScreens: readonly Screen[] = [
  {
    name: 'home with suggestions',
    covered: ['main'],
    open: async (page) => {
      await mockSearches(page, answer)
      await page.goto('/')
      await unfoldHome(page)
      await findSearch(page).box.fill('founder')
      await findSearch(page).options.first().waitFor()
      await findSearch(page).box.press('ArrowDown')
      await findSearch(page).active.waitFor()
    },
  },
  {
    name: 'home of New York with results',
    open: async (page) => {
      await serveAsStaticHost(page)
      await mockSearches(page, answer)
      await page.goto('/?q=founder&city=NYC')
      await findSearch(page).results.getByRole('link', { name: 'Robots and ramen' }).waitFor()
      await unfoldHome(page)
    },
  },
  {
    name: 'home without suggestions',
    isSparse: true,
    open: async (page) => {
      await mockSearches(page, makeAnswer([], []))
      await page.goto('/')
      await unfoldHome(page)
      await findSearch(page).box.fill('founder')
      await findSearch(page).statusMessage.filter({ hasText: /./ }).waitFor()
    },
  },
  {
    name: 'home without results',
    isSparse: true,
    open: async (page) => {
      await serveAsStaticHost(page)
      await mockSearches(page, makeAnswer([], []))
      await page.goto('/?q=founder&city=SF')
      await findSearch(page).results.getByText(messages().search.nothing).waitFor()
      await unfoldHome(page)
    },
  },
  {
    name: 'home with a failed search',
    isSparse: true,
    failedLoads: [503],
    open: async (page) => {
      await serveAsStaticHost(page)
      await page.route('/api/search?*', (route) =>
        route.fulfill({ status: 503, body: 'this is not available right now, try again in a moment' }),
      )
      await page.goto('/?q=founder')
      await findSearch(page).results.getByRole('alert').waitFor()
      await unfoldHome(page)
    },
  },
]
