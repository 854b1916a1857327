import { UsersIcon } from '@sanity/icons/Users'
import { defineType } from 'sanity'
import { introFields } from '../fields/body.ts'
import { inLanguageTabs } from '../fields/languages.ts'
import { itemsField } from '../fields/lists.ts'
import { descriptionFields, titleFields } from '../fields/text.ts'
import { actionField } from '../objects/call-to-action.ts'

export const team = defineType({
  name: 'team',
  title: 'Team page',
  description: 'The core team and what each member is responsible for.',
  type: 'document',
  icon: UsersIcon,
  ...inLanguageTabs([
    ...titleFields(),
    ...introFields({
      description: 'A text above the team. Leave it out if it is not needed.',
      optional: true,
    }),
    itemsField({
      name: 'members',
      title: 'Team members',
      description: 'The members in the order of the page. Drag to change the order.',
      type: 'member',
      missing: 'Add at least one team member',
    }),
    actionField,
    ...descriptionFields(),
  ]),
})
