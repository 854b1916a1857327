import { HelpCircleIcon } from '@sanity/icons/HelpCircle'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { findDisorder, type LoopDates, maxDemoDays } from '#domain/programme/dates.ts'
import { slots } from '#domain/programme/slots.ts'
import { en } from '#domain/messages/en.ts'
import { capitalize } from '../../components/capitalize.ts'
import { ProgrammeInput } from '../../components/inputs/ProgrammeInput.tsx'
import { inLanguages, inTabs } from '../fields/languages.ts'
import { atMost } from '../fields/named-items.ts'
import { linesField } from '../fields/text.ts'

const { dates: names, slots: questions } = en.programme

const days = {
  opens: 'The first day on which founders can apply.',
  closes: 'The last day on which founders can apply, until midnight in San Francisco.',
  decision: 'The day by which every founder has an answer.',
  start: 'The first day of the loop.',
  end: 'The last day of the loop.',
  nextOpens: 'If known, the first day for the loop after this one. Shown once the applications are closed.',
}

function checkOrder(document: LoopDates | undefined): true | string {
  const found = findDisorder(document ?? {})
  if (!found) return true
  const [before, after] = found
  return `“${capitalize(names[after.kind])}” (${after.day}) comes before “${names[before.kind]}” (${before.day})`
}

export const programme = defineType({
  name: 'programme',
  title: 'Programme: dates and answers',
  description: 'The days of the loop, and what founders ask before they apply.',
  type: 'document',
  icon: HelpCircleIcon,
  components: { input: ProgrammeInput },
  ...inTabs({
    answers: slots.flatMap(({ id, example }) =>
      inLanguages(linesField, {
        name: id,
        title: questions[id],
        description: `For example: “${example}” Programme figures can be inserted by name, such as {months}.`,
        recommendedLength: 400,
        rows: 2,
        optional: true,
      }),
    ),
    dates: [
      ...Object.entries(days).map(([name, description]) =>
        defineField({ name, title: capitalize(names[name as keyof typeof days]), description, type: 'date' }),
      ),
      defineField({
        name: 'demoDays',
        title: 'Demo days',
        description: 'The days on which founders show what they have built.',
        type: 'array',
        of: [defineArrayMember({ type: 'date', title: 'Demo day' })],
        validation: (rule) => [
          rule.unique().error('Each demo day must be different'),
          rule.custom(atMost(maxDemoDays, `At most ${maxDemoDays} days fit: remove some`)),
        ],
      }),
    ],
  }),
  validation: (rule) => rule.custom((document) => checkOrder(document as LoopDates | undefined)),
})
