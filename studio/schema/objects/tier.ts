import { TiersIcon } from '@sanity/icons/Tiers'
import { defineField, defineType } from 'sanity'
import { inColumns, selectFields } from '../fields/field-options.ts'
import { inLanguageTabs, inLanguages } from '../fields/languages.ts'
import { textListField } from '../fields/lists.ts'
import { currencyField, periodField } from '../fields/money.ts'
import { checkOrder, countField } from '../fields/numbers.ts'
import { nameField } from '../fields/text.ts'
import { describeTier } from '../../components/previews/describe.ts'

type Tier = { citiesFrom?: number; citiesTo?: number }

export const tier = defineType({
  name: 'tier',
  title: 'Sponsorship tier',
  description: 'What a sponsor pays and what they get: one column of the table on the sponsors page.',
  type: 'object',
  icon: TiersIcon,
  fieldsets: [
    inColumns('price', 3, 'In whole dollars, digits only: 150000 shows as $150K.'),
    inColumns('cities', 2, 'Two numbers show as “6-8”, the first alone as “10+”.'),
  ],
  ...inLanguageTabs([
    ...inLanguages(nameField, {
      name: 'name',
      description: 'As shown in the table, such as “Tier 1 Pilot”.',
    }),
    countField({ name: 'price', title: 'Amount', description: 'Digits only.', fieldset: 'price' }),
    currencyField({ fieldset: 'price' }),
    periodField({ fieldset: 'price' }),
    countField({ name: 'citiesFrom', title: 'From', description: 'The fewest cities.', fieldset: 'cities' }),
    countField({
      name: 'citiesTo',
      title: 'To',
      description: 'The most cities, or empty.',
      optional: true,
      fieldset: 'cities',
    }),
    defineField({
      name: 'isRecommended',
      title: 'Recommended',
      description: 'Marks this tier as recommended on the page. Choose at most one.',
      type: 'boolean',
    }),
    ...inLanguages(textListField, {
      name: 'features',
      title: 'What is included',
      description: 'One line for each thing that comes with this tier, besides the cities.',
      itemTitle: 'Feature',
    }),
  ]),
  validation: (rule) => rule.custom<Tier>((value) => checkOrder(value?.citiesFrom, value?.citiesTo)),
  preview: {
    select: selectFields('name', 'price', 'currency', 'period', 'citiesFrom', 'citiesTo'),
    prepare: ({ name, ...figures }) => ({ title: name, subtitle: describeTier(figures) }),
  },
})
