import { DownloadIcon } from '@sanity/icons/Download'
import type { Tool } from 'sanity'
import { Import } from './Import.tsx'

export const importTool: Tool = {
  name: 'import',
  title: 'Import',
  icon: DownloadIcon,
  component: Import,
}
