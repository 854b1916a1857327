import { UsersIcon } from '@sanity/icons/Users'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { introFields } from '../fields/body.ts'
import { everyTab, inTabs, languageTabs } from '../fields/languages.ts'
import { tooManyItems } from '../fields/named-items.ts'
import { descriptionFields, titleFields } from '../fields/text.ts'

export const team = defineType({
  name: 'team',
  title: 'Team page',
  description: 'The core team and what each member is responsible for.',
  type: 'document',
  icon: UsersIcon,
  groups: languageTabs(),
  fields: inTabs([
    ...titleFields(),
    ...introFields({
      description: 'A text above the team. Leave it out if it is not needed.',
      optional: true,
    }),
    defineField({
      name: 'members',
      title: 'Team members',
      description: 'The members in the order of the page. Drag to change the order.',
      type: 'array',
      group: everyTab(),
      of: [defineArrayMember({ type: 'member' })],
      validation: (rule) => [
        rule.required().min(1).error('Add at least one team member'),
        rule.custom(tooManyItems),
      ],
    }),
    defineField({
      name: 'action',
      title: 'Call to action',
      description: 'What a reader does next, at the end of the page. Leave it empty for none.',
      type: 'callToAction',
      options: { collapsible: true, collapsed: true },
      group: everyTab(),
    }),
    ...descriptionFields(),
  ]),
})
