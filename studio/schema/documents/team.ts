import { UsersIcon } from '@sanity/icons/Users'
import { defineType } from 'sanity'
import { inLanguageTabs } from '../fields/languages.ts'
import { itemsField } from '../fields/lists.ts'
import { pageFields } from '../fields/page.ts'
import { actionField } from '../objects/call-to-action.ts'

export const team = defineType({
  name: 'team',
  title: 'Team page',
  description: 'The core team and what each member is responsible for.',
  type: 'document',
  icon: UsersIcon,
  ...inLanguageTabs([
    ...pageFields({ intro: 'A text above the team. Leave it out if it is not needed.' }),
    itemsField({
      name: 'members',
      title: 'Team members',
      description: 'The members in the order of the page. Drag to change the order.',
      type: 'member',
      missing: 'Add at least one team member',
    }),
    actionField,
  ]),
})
