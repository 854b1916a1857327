import { CreditCardIcon } from '@sanity/icons/CreditCard'
import { defineType } from 'sanity'
import { contactFields } from '../fields/addresses.ts'
import { introFields } from '../fields/body.ts'
import { inLanguages, inTab, languageTabs } from '../fields/languages.ts'
import { itemsField, textListField } from '../fields/lists.ts'
import { periodField } from '../fields/money.ts'
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
    ...inTab('page', [
      ...titleFields(),
      ...introFields({
        description: 'A text above the tiers. Leave it out if it is not needed.',
        optional: true,
      }),
      ...descriptionFields(),
    ]),
    ...inTab('tiers', [
      itemsField({
        name: 'tiers',
        title: 'Sponsorship tiers',
        description: 'The table of tiers, smallest first. Drag to change the order.',
        type: 'tier',
        missing: 'Add at least one tier',
        few: { most: 3, warning: 'More than three tiers are hard to compare' },
      }),
    ]),
    ...inTab('cities', [cityActivations]),
    ...inTab('kpis', [
      itemsField({
        name: 'kpis',
        title: 'KPIs',
        description: 'The table of what sponsors can count on, most important first.',
        type: 'kpi',
        missing: 'Add at least one KPI',
        few: { most: 8, warning: 'More than eight KPIs are hard to remember' },
      }),
      periodField({
        name: 'kpiPeriod',
        title: 'KPIs per',
        description: 'The period that the KPIs cover.',
      }),
    ]),
    ...inTab('package', [
      ...inLanguages(textListField, {
        name: 'deliverables',
        title: 'Event deliverables',
        description: 'What sponsors get from the events, one line for each.',
        itemTitle: 'Deliverable',
      }),
      hackerHouse,
    ]),
    ...inTab('page', [
      itemsField({
        name: 'partners',
        title: 'Partners',
        description:
          'Companies that support the programme and agreed to be shown. Without any, the page leaves this section out.',
        type: 'partner',
      }),
    ]),
    ...inTab('contact', [...contactFields()]),
  ],
})
