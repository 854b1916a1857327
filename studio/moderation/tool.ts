import { EyeOpenIcon } from '@sanity/icons/EyeOpen'
import type { Tool } from 'sanity'
import { Desk } from './Desk.tsx'

export const moderationTool: Tool = {
  name: 'moderation',
  title: 'Moderation',
  icon: EyeOpenIcon,
  component: Desk,
}
