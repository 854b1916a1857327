import { Select } from '@sanity/ui'
import type { ComponentProps } from 'react'
import { capitalize } from '../components/capitalize.ts'
import { roles } from './people-api.ts'

export function RoleSelect(props: ComponentProps<typeof Select>) {
  return (
    <Select {...props}>
      {roles.map((role) => (
        <option key={role} value={role}>
          {capitalize(role)}
        </option>
      ))}
    </Select>
  )
}
