import { postListing } from './support/listings.ts'
import { expect, status, test } from './support/test.ts'

test.use({ hasTouch: true, viewport: { width: 320, height: 700 } })

test('on a touch screen, no control has text under 16 pixels, which would make iOS zoom in', async ({
  page,
  request,
  expectFailedLoads,
}) => {
  expectFailedLoads(status(404))
  const { id } = await postListing(request)
  const paths = [
    '/',
    '/?q=engineer',
    '/post',
    '/category/jobs',
    `/listing/${id}`,
    '/events',
    '/apply',
    '/calendar',
    '/about',
    '/transparency',
    '/events/suggest',
    '/nothing',
  ]
  for (const path of paths) {
    await page.goto(path)
    const small = await page
      .locator('input:not([type=hidden], [type=checkbox], [type=radio]), select, textarea')
      .evaluateAll((controls) =>
        controls
          .filter((control) => Number.parseFloat(getComputedStyle(control).fontSize) < 16)
          .map((control) => control.id || control.outerHTML.slice(0, 80)),
      )
    expect(small, path).toEqual([])
  }
})
