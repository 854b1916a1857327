import { Box, Button, Flex, Grid, Select, Stack } from '@sanity/ui'
import { type SubmitEventHandler, useId } from 'react'
import {
  type DateOrder,
  dateOrders,
  type FoundTable,
  mappedFieldNames,
  mappedFields,
  type TableMapping,
} from '#domain/import/found.ts'
import { Label } from '../components/Label.tsx'

type ColumnMapperProps = {
  table: FoundTable
  order: DateOrder | undefined
  onChoose: (chosen: { mapping: TableMapping; dateOrder: DateOrder | undefined }) => void
}

const orderNames = { mdy: 'April 12', dmy: 'December 4' }

export function ColumnMapper({ table, order, onChoose }: ColumnMapperProps) {
  const id = useId()

  const submit: SubmitEventHandler<HTMLFormElement> = (event) => {
    event.preventDefault()
    const chosen = new FormData(event.currentTarget)
    const columns = mappedFields.map((field) => [field, chosen.get(field)])
    onChoose({
      mapping: Object.fromEntries(columns.filter(([, column]) => column)),
      dateOrder: dateOrders.find((one) => one === chosen.get('order')),
    })
  }

  return (
    <form onSubmit={submit}>
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
          {mappedFields.map((field) => (
            <Stack key={field} gap={2}>
              <Label id={`${id}${field}`} text={mappedFieldNames[field]} />
              <Select
                id={`${id}${field}`}
                name={field}
                fontSize={1}
                defaultValue={table.mapping[field] ?? ''}
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
            <Select id={`${id}order`} name="order" fontSize={1} defaultValue={order ?? ''}>
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
