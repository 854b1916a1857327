import { Box, Button, Flex, Grid, Select, Stack } from '@sanity/ui'
import { useId, useState } from 'react'
import {
  type DateOrder,
  dateOrders,
  type FoundTable,
  type MappedField,
  mappedFields,
  type TableMapping,
} from '#domain/import/found.ts'
import { Label } from '../components/Label.tsx'

type ColumnMapperProps = {
  table: FoundTable
  order: DateOrder | undefined
  onChoose: (chosen: { mapping: TableMapping; dateOrder: DateOrder | undefined }) => void
}

const names: Record<MappedField, string> = {
  title: 'Title',
  date: 'Date, with or without a time',
  time: 'Time',
  end: 'End',
  endTime: 'End time',
  allDay: 'All day, yes or no',
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

const orderNames = { mdy: 'April 12', dmy: 'December 4' }

/** Drops columns that the table does not have: the form cannot show them. */
function withoutMissing({ mapping, columns }: FoundTable): TableMapping {
  return Object.fromEntries(Object.entries(mapping).filter(([, column]) => columns.includes(column)))
}

export function ColumnMapper({ table, order, onChoose }: ColumnMapperProps) {
  const [mapping, setMapping] = useState(() => withoutMissing(table))
  const [dateOrder, setDateOrder] = useState(order)
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
            <caption style={{ paddingBottom: '0.5rem', textAlign: 'start' }}>
              The first rows of the table
            </caption>
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
        <Grid gridTemplateColumns={[1, 2, 3]} gapX={3} gapY={4}>
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
              value={dateOrder ?? ''}
              onChange={({ currentTarget: { value } }) =>
                setDateOrder(dateOrders.find((one) => one === value))
              }
            >
              <option value="">Automatic: {orderNames[table.dateOrder]}</option>
              {dateOrders.map((one) => (
                <option key={one} value={one}>
                  {orderNames[one]}
                </option>
              ))}
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
  maxWidth: '14rem',
  overflow: 'hidden',
  padding: '0.25rem 0.5rem',
  textAlign: 'start',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const
