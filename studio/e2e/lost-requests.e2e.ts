import { openDocument, publish } from './support/studio.ts'
import { expect, test } from './support/test.ts'

const text = 'the first text of a new draft'

for (const [moment, isApplied] of [
  ['before', false],
  ['after', true],
] as const)
  test(`the first text of a draft is kept when its request is lost ${moment} the lake has applied it`, async ({
    page,
    lake,
    expectErrors,
  }) => {
    expectErrors(/net::ERR_FAILED/)
    await openDocument(page, 'home')
    const lost: string[] = []
    await page.route('**/data/actions/**', async (route) => {
      if (lost.length === 3) return route.continue()
      lost.push(route.request().postData() ?? '')
      if (isApplied) await route.fetch()
      await route.abort()
    })
    const field = page.getByRole('textbox', { name: 'Sidebar text' })
    await field.fill('')
    await field.pressSequentially(text, { delay: 20 })
    await expect.poll(() => lake.client.getDocument('drafts.home')).toMatchObject({ sidebarText: text })
    await expect(field).toHaveValue(text)
    expect(lost).toEqual(Array(3).fill(expect.stringContaining('_empty_action_guard_pseudo_field_')))
    await publish(page)
    expect(await lake.client.getDocument('home')).toMatchObject({ sidebarText: text })
  })
