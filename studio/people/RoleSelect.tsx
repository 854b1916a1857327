import { Select } from '@sanity/ui'
import type { ComponentProps } from 'react'
import { roleTitles } from './people-api.ts'

export function RoleSelect(props: ComponentProps<typeof Select>) {
  return (
    <Select {...props}>
      {Object.entries(roleTitles).map(([role, title]) => (
        <option key={role} value={role}>
          {title}
        </option>
      ))}
    </Select>
  )
}
