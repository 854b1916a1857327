import { findApplyForm, makeFile, fillApplyForm, openApplyForm } from './apply-form.ts'
import { messages } from './language.ts'
import type { Screen } from './screens.ts'

/** Pages of the programme without a script. */
export const textPages = ['about', 'mentors', 'sponsors', 'team', 'contact'] as const

/** The screens of the programme in every state that looks different. */
export const programmeScreens: readonly Screen[] = [
  ...textPages.map((name): Screen => ({
    name,

    open: async (page) => {
      await page.goto(`/${name}`)
    },
  })),
  { name: 'apply', isSparse: true, open: openApplyForm },
  {
    name: 'apply with faults',

    open: async (page) => {
      await openApplyForm(page)
      await findApplyForm(page).deck.setInputFiles(makeFile(`${'deck'.repeat(40)}.key`))
      await findApplyForm(page).submit.click()
      await page.getByRole('alert').getByRole('link').nth(4).waitFor()
    },
  },
  {
    name: 'application submitted',
    isSparse: true,

    open: async (page) => {
      await openApplyForm(page)
      await fillApplyForm(page)
      await findApplyForm(page).submit.click()
      await page.getByRole('heading', { name: messages().apply.submitted }).waitFor()
    },
  },
]
