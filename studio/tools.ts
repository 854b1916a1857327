import { DownloadIcon } from '@sanity/icons/Download'
import { EyeOpenIcon } from '@sanity/icons/EyeOpen'
import { UsersIcon } from '@sanity/icons/Users'
import type { Tool } from 'sanity'
import { isLocal } from './env.ts'
import { Import } from './import/Import.tsx'
import { Desk } from './moderation/Desk.tsx'
import { People } from './people/People.tsx'

const people: Tool = { name: 'people', title: 'People', icon: UsersIcon, component: People }

/** The tools besides those of Sanity. */
export const ownTools: Tool[] = [
  { name: 'moderation', title: 'Moderation', icon: EyeOpenIcon, component: Desk },
  { name: 'import', title: 'Import', icon: DownloadIcon, component: Import },
  ...(isLocal ? [people] : []),
]
