import { TimelineIcon } from '@sanity/icons/Timeline'
import { defineType } from 'sanity'
import { bodyField } from '../fields/body.ts'
import { inLanguageTabs, inLanguages } from '../fields/languages.ts'
import { nameField } from '../fields/text.ts'

export const phase = defineType({
  name: 'phase',
  title: 'Phase',
  description: 'One step on a founder’s way through the programme.',
  type: 'object',
  icon: TimelineIcon,
  ...inLanguageTabs([
    ...inLanguages(nameField, { name: 'name', description: 'Such as “Phase 0”.' }),
    ...inLanguages(nameField, {
      name: 'title',
      description: 'What the phase is about, in a few words. Shown beside the name.',
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
