import { Box, Button, Flex, Grid, Select, Stack } from '@sanity/ui'
import { useId, useState } from 'react'
import {
  type DateOrder,
  type FoundTable,
  type MappedField,
  mappedFields,
  type TableMapping,
} from '#domain/import/found.ts'
import { Label } from './Label.tsx'

type ColumnMapperProps = {
  table: FoundTable
  onChoose: (chosen: { mapping: TableMapping; dateOrder: DateOrder }) => void
}

const names: Record<MappedField, string> = {
  title: 'Title',
  date: 'Date, with or without a time',
  time: 'Time',
  end: 'End',
  endTime: 'End time',
  organizers: 'Organizers',
  location: 'Location',
  address: 'Address',
  description: 'Description',
  url: 'Link',
  organizerUrl: 'Organizer’s page',
  price: 'Price',
  registrationType: 'Registration',
  status: 'Status',
  topics: 'Topics',
  types: 'Types',
  uid: 'Id',
}

/** Drops columns that the table does not have: the form cannot show them. */
function withoutMissing({ mapping, columns }: FoundTable): TableMapping {
  return Object.fromEntries(Object.entries(mapping).filter(([, column]) => columns.includes(column)))
}

/** Lets the editor choose a column for each field, and shows the first rows of the table. */
export function ColumnMapper({ table, onChoose }: ColumnMapperProps) {
  const [mapping, setMapping] = useState(() => withoutMissing(table))
  const [dateOrder, setDateOrder] = useState(table.dateOrder)
  const id = useId()
  const fields = [...mappedFields].toSorted(
    (one, other) => (one === 'uid' ? 1 : 0) - (other === 'uid' ? 1 : 0),
  )

  function map(field: MappedField, column: string) {
    const { [field]: _, ...others } = mapping
    setMapping(column === '' ? others : { ...others, [field]: column })
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onChoose({ mapping, dateOrder })
      }}
    >
      <Stack gap={4}>
        <Box overflow="auto">
          <table style={{ borderCollapse: 'collapse', fontSize: '0.8125rem' }}>
            <caption style={{ textAlign: 'start' }}>The first rows of the table</caption>
            <thead>
              <tr>
                {table.columns.map((column, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- two columns may have one name
                  <th key={index} scope="col" style={cell}>
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map((row, number) => (
                // oxlint-disable-next-line react/no-array-index-key -- rows have no names
                <tr key={number}>
                  {row.map((text, index) => (
                    // oxlint-disable-next-line react/no-array-index-key -- as above
                    <td key={index} style={cell}>
                      {text}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Box>
        <Grid gridTemplateColumns={[1, 2, 3]} gap={3}>
          {fields.map((field) => (
            <Stack key={field} gap={2}>
              <Label id={`${id}${field}`} text={names[field]} />
              <Select
                id={`${id}${field}`}
                fontSize={1}
                value={mapping[field] ?? ''}
                onChange={({ currentTarget: { value } }) => map(field, value)}
              >
                <option value="">None</option>
                {[...new Set(table.columns)].map((column) => (
                  <option key={column}>{column}</option>
                ))}
              </Select>
            </Stack>
          ))}
          <Stack gap={2}>
            <Label id={`${id}order`} text="4/12 is" />
            <Select
              id={`${id}order`}
              fontSize={1}
              value={dateOrder}
              onChange={({ currentTarget: { value } }) => setDateOrder(value as DateOrder)}
            >
              <option value="mdy">April 12</option>
              <option value="dmy">December 4</option>
            </Select>
          </Stack>
        </Grid>
        <Flex>
          <Button mode="ghost" text="Use these columns" type="submit" />
        </Flex>
      </Stack>
    </form>
  )
}

const cell = {
  border: '1px solid var(--card-border-color)',
  padding: '0.25rem 0.5rem',
  textAlign: 'start',
} as const
