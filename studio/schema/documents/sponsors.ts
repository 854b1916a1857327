import { CreditCardIcon } from '@sanity/icons/CreditCard'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { contactFields } from '../fields/addresses.ts'
import { introFields } from '../fields/body.ts'
import { everyTab, inLanguages, languageTabs } from '../fields/languages.ts'
import { itemsField, textListField } from '../fields/lists.ts'
import { periodField } from '../fields/money.ts'
import { atMost, checkNames, tooManyItems } from '../fields/named-items.ts'
import { descriptionFields, titleFields } from '../fields/text.ts'
import { cityActivations } from '../objects/city-activations.ts'
import { hackerHouse } from '../objects/hacker-house.ts'

export const sponsors = defineType({
  name: 'sponsors',
  title: 'Sponsors page',
  description: 'Tiers, cities, KPIs and the hacker house package.',
  type: 'document',
  icon: CreditCardIcon,
  groups: languageTabs([
    { name: 'page', title: 'Page', default: true },
    { name: 'tiers', title: 'Tiers' },
    { name: 'cities', title: 'Cities' },
    { name: 'kpis', title: 'KPIs' },
    { name: 'package', title: 'Package' },
    { name: 'contact', title: 'Contact' },
  ]),
  fields: [
    ...titleFields({ group: 'page' }),
    ...introFields({
      description: 'A text above the tiers. Leave it out if it is not needed.',
      optional: true,
      group: 'page',
    }),
    ...descriptionFields({ group: 'page' }),
    defineField({
      name: 'tiers',
      title: 'Sponsorship tiers',
      description: 'The table of tiers, smallest first. Drag to change the order.',
      type: 'array',
      group: everyTab('tiers'),
      of: [defineArrayMember({ type: 'tier' })],
      validation: (rule) => [
        rule.required().min(1).error('Add at least one tier'),
        rule.custom(checkNames),
        rule.custom(tooManyItems),
        rule.custom(atMost(3, 'More than three tiers are hard to compare')).warning(),
      ],
    }),
    cityActivations,
    defineField({
      name: 'kpis',
      title: 'KPIs',
      description: 'The table of what sponsors can count on, most important first.',
      type: 'array',
      group: everyTab('kpis'),
      of: [defineArrayMember({ type: 'kpi' })],
      validation: (rule) => [
        rule.required().min(1).error('Add at least one KPI'),
        rule.custom(checkNames),
        rule.custom(tooManyItems),
        rule.custom(atMost(8, 'More than eight KPIs are hard to remember')).warning(),
      ],
    }),
    periodField({
      name: 'kpiPeriod',
      title: 'KPIs per',
      description: 'The period that the KPIs cover.',
      group: 'kpis',
    }),
    ...inLanguages(textListField, {
      name: 'deliverables',
      title: 'Event deliverables',
      description: 'What sponsors get from the events, one line for each.',
      itemTitle: 'Deliverable',
      group: 'package',
    }),
    hackerHouse,
    itemsField({
      name: 'partners',
      title: 'Partners',
      description:
        'Companies that support the programme and agreed to be shown. Without any, the page leaves this section out.',
      type: 'partner',
      group: everyTab('page'),
    }),
    ...contactFields({ group: 'contact' }),
  ],
})
