import { Button, Card, Flex, Select, Stack, Text, TextInput } from '@sanity/ui'
import { useId, useState } from 'react'
import { importLimits } from '#domain/import/found.ts'
import type { ImportSource } from '#domain/import/plan.ts'
import { formatDateAndTime } from '#domain/pacific.ts'
import { Label } from '../components/Label.tsx'
import type { Place } from './use-import.ts'

type ChooseSourceProps = {
  sources: ImportSource[]
  isWorking: boolean
  onFault: (text: string) => void
  onFind: (place: Place) => Promise<void>
}

export function ChooseSource({ sources, isWorking, onFault, onFind }: ChooseSourceProps) {
  const [sourceId, setSourceId] = useState('')
  const [sourceField, addressField, fileField] = [useId(), useId(), useId()]
  const source = sources.find(({ _id }) => _id === sourceId)
  const takesAddress = source === undefined || source.address !== undefined
  const takesFile = source?.address === undefined
  const fileLabel = takesAddress ? 'Or a file: .ics, .csv, .tsv, .html' : 'File'
  async function submit(form: FormData): Promise<void> {
    const address = String(form.get('address') ?? '').trim()
    const file = form.get('file')
    if (!(file instanceof File) || file.name === '')
      return address === '' ? onFault('Enter an address, or choose a file') : onFind({ address })
    if (file.size > importLimits.bytes)
      return onFault(`A file may have at most ${importLimits.bytes / 1024 / 1024} MB`)
    return onFind({
      file: await readBase64(file),
      ...(source ? { source: source._id } : { name: file.name }),
    })
  }

  return (
    <Card border padding={4} radius={2}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit(new FormData(event.currentTarget)).catch(({ message }: Error) => onFault(message))
        }}
      >
        <Stack gap={4}>
          {sources.length > 0 && (
            <Stack gap={2}>
              <Label id={sourceField} text="Source" />
              <Select
                id={sourceField}
                value={sourceId}
                onChange={({ currentTarget: { value } }) => setSourceId(value)}
              >
                <option value="">A new one</option>
                {sources.map(({ _id, name }) => (
                  <option key={_id} value={_id}>
                    {name}
                  </option>
                ))}
              </Select>
              {source?.lastRun && (
                <Text muted size={1}>
                  {formatDateAndTime(source.lastRun.at)}
                  {source.lastRun.by !== undefined && ` by ${source.lastRun.by}`}: {source.lastRun.text}
                </Text>
              )}
            </Stack>
          )}
          {takesAddress && (
            <Stack gap={2}>
              <Label id={addressField} text="Address of a calendar, a page or a table" />
              <TextInput
                key={sourceId}
                id={addressField}
                name="address"
                placeholder="https://"
                readOnly={source !== undefined}
                defaultValue={source?.address}
              />
            </Stack>
          )}
          {takesFile && (
            <Stack gap={2}>
              <Label id={fileField} text={fileLabel} />
              <input
                id={fileField}
                aria-label={fileLabel}
                name="file"
                type="file"
                style={{ fontSize: '0.8125rem' }}
                accept=".ics,.ical,.csv,.tsv,.txt,.html,.htm,.json,.jsonld"
              />
            </Stack>
          )}
          <Flex>
            <Button disabled={isWorking} text="Preview" tone="primary" type="submit" />
          </Flex>
        </Stack>
      </form>
    </Card>
  )
}

async function readBase64(file: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.addEventListener('load', () => resolve(String(reader.result).replace(/^data:[^,]*,?/, '')))
  reader.addEventListener('error', () => reject(reader.error))
  reader.readAsDataURL(file)
  return promise
}
