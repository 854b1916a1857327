import { TimelineIcon } from '@sanity/icons/Timeline'
import { defineType } from 'sanity'
import { bodyField } from '../fields/body.ts'
import { inLanguageTabs, inLanguages } from '../fields/languages.ts'
import { limits } from '../fields/field-options.ts'
import { lineField } from '../fields/text.ts'

export const phase = defineType({
  name: 'phase',
  title: 'Phase',
  description: 'One step on a founder’s way through the programme.',
  type: 'object',
  icon: TimelineIcon,
  ...inLanguageTabs([
    ...inLanguages(lineField, {
      name: 'name',
      title: 'Name',
      description: 'Such as “Phase 0”.',
      maximum: limits.title,
    }),
    ...inLanguages(lineField, {
      name: 'title',
      title: 'Title',
      description: 'What the phase is about, in a few words. Shown beside the name.',
      maximum: limits.title,
      optional: true,
    }),
    ...inLanguages(bodyField, {
      name: 'body',
      title: 'Text',
      description: 'What founders do in this phase.',
    }),
  ]),
  preview: { select: { title: 'name', subtitle: 'title' } },
})
