import { CreditCardIcon } from '@sanity/icons/CreditCard'
import { defineType } from 'sanity'
import { contactFields } from '../fields/addresses.ts'
import { inLanguages, inTabs } from '../fields/languages.ts'
import { itemsField, textListField } from '../fields/lists.ts'
import { periodField } from '../fields/money.ts'
import { pageFields } from '../fields/page.ts'
import { cityActivations } from '../objects/city-activations.ts'
import { hackerHouse } from '../objects/hacker-house.ts'

export const sponsors = defineType({
  name: 'sponsors',
  title: 'Sponsors page',
  description: 'Tiers, cities, KPIs and the hacker house package.',
  type: 'document',
  icon: CreditCardIcon,
  ...inTabs({
    page: [
      ...pageFields({ intro: 'A text above the tiers. Leave it out if it is not needed.' }),
      itemsField({
        name: 'partners',
        description:
          'Companies that support the programme and agreed to be shown. Without any, the page leaves this section out.',
        type: 'partner',
      }),
    ],
    tiers: [
      itemsField({
        name: 'tiers',
        title: 'Sponsorship tiers',
        description: 'The table of tiers, smallest first. Drag to change the order.',
        type: 'tier',
        missing: 'Add at least one tier',
        few: { most: 3, warning: 'More than three tiers are hard to compare' },
      }),
    ],
    cities: [cityActivations],
    KPIs: [
      itemsField({
        name: 'kpis',
        title: 'KPIs',
        description: 'The table of what sponsors can count on, most important first.',
        type: 'kpi',
        missing: 'Add at least one KPI',
        few: { most: 8, warning: 'More than eight KPIs are hard to remember' },
      }),
      periodField({ name: 'kpiPeriod', title: 'KPIs per', description: 'The period that the KPIs cover.' }),
    ],
    package: [
      ...inLanguages(textListField, {
        name: 'deliverables',
        title: 'Event deliverables',
        description: 'What sponsors get from the events, one line for each.',
        itemTitle: 'Deliverable',
      }),
      hackerHouse,
    ],
    contact: contactFields(),
  }),
})
