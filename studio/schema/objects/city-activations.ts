import { defineField } from 'sanity'
import { bodyField } from '../fields/body.ts'
import { everyTab, inLanguageTabs, inLanguages } from '../fields/languages.ts'
import { textListField } from '../fields/lists.ts'
import { periodField } from '../fields/money.ts'
import { rangeField } from '../fields/numbers.ts'

export const cityActivations = defineField({
  name: 'activations',
  title: 'City activations',
  description: 'In how many cities the programme is active, and in which.',
  type: 'object',
  group: everyTab,
  ...inLanguageTabs([
    rangeField({
      name: 'citiesPerPeriod',
      title: 'Number of cities',
      description: 'The fewest and the most cities in one period.',
    }),
    periodField({ description: 'The period that the number is for.' }),
    ...inLanguages(textListField, {
      name: 'cities',
      description: 'The names of the cities, in the order of the page.',
      itemTitle: 'City',
    }),
    ...inLanguages(bodyField, {
      name: 'text',
      description: 'More about the activations. Leave it out if the figures say it.',
      optional: true,
    }),
  ]),
  validation: (rule) => rule.required(),
})
