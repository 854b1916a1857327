import { UsersIcon } from '@sanity/icons/Users'
import type { Tool } from 'sanity'
import { People } from './People.tsx'

export const peopleTool: Tool = { name: 'people', title: 'People', icon: UsersIcon, component: People }
