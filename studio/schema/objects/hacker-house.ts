import { defineField } from 'sanity'
import { inColumns } from '../fields/field-options.ts'
import { everyTab, inLanguageTabs, inLanguages } from '../fields/languages.ts'
import { textListField } from '../fields/lists.ts'
import { currencyField } from '../fields/money.ts'
import { countField } from '../fields/numbers.ts'

type HackerHouse = { events?: number; budget?: number; budgetPerEvent?: number }

function checkBudget(house: HackerHouse | undefined): true | string {
  const { events, budget, budgetPerEvent } = house ?? {}
  if (events === undefined || budget === undefined || budgetPerEvent === undefined) return true
  const needed = events * budgetPerEvent
  if (needed <= budget) return true
  return `${events} events cost ${needed.toLocaleString('en-US')}, more than the budget`
}

const figures = [
  { name: 'events', description: 'How many are in the package.' },
  { name: 'budget', description: 'The amount for all events together.' },
  { name: 'budgetPerEvent', title: 'Budget per event', description: 'The amount for one event.' },
]

export const hackerHouse = defineField({
  name: 'hackerHouse',
  title: 'Hacker house package',
  description: 'The budget overview: how many events, what they cost, and what is included.',
  type: 'object',
  group: everyTab,
  fieldsets: [inColumns('figures', 2, 'Amounts are in whole dollars, digits only: 25000 shows as $25,000.')],
  ...inLanguageTabs([
    ...figures.map((field) => countField({ ...field, fieldset: 'figures' })),
    currencyField({ fieldset: 'figures' }),
    ...inLanguages(textListField, {
      name: 'includes',
      title: 'What is included',
      description: 'One line for each thing that the budget pays for.',
      itemTitle: 'Thing',
    }),
  ]),
  validation: (rule) => [rule.required(), rule.custom<HackerHouse>(checkBudget).warning()],
})
