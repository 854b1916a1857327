import { Button, Flex, Stack, Text, TextInput } from '@sanity/ui'
import { useEffect, useId, useState } from 'react'

type ActionDialogProps = {
  confirm: string
  loadText: () => Promise<string>
  field?: { label: string; type: 'date' | 'number'; initial: string } | undefined
  onCancel: () => void
  /** Throws an Error with a message for the editor. */
  onConfirm: (value: string) => Promise<void>
}

export function ActionDialog({ confirm, loadText, field, onCancel, onConfirm }: ActionDialogProps) {
  const [value, setValue] = useState(field?.initial ?? '')
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const [isRunning, setIsRunning] = useState(false)
  const id = useId()

  // Runs once: the text does not change while the dialog is open.
  useEffect(() => {
    loadText().then(setText, (error: unknown) => setFault((error as Error).message))
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  async function submit() {
    setIsRunning(true)
    setFault(undefined)
    try {
      await onConfirm(value)
    } catch (error) {
      setFault((error as Error).message)
      setIsRunning(false)
    }
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Stack gap={4}>
        <Text size={1}>{text}</Text>
        {field && (
          <Stack gap={2}>
            <Text as="label" htmlFor={id} size={1} weight="medium">
              {field.label}
            </Text>
            <TextInput
              id={id}
              type={field.type}
              value={value}
              onChange={({ currentTarget }) => setValue(currentTarget.value)}
            />
          </Stack>
        )}
        {fault !== undefined && (
          <Text role="alert" size={1}>
            {fault}
          </Text>
        )}
        <Flex gap={2} justify="flex-end">
          <Button mode="bleed" text="Close" onClick={onCancel} />
          <Button disabled={isRunning} text={confirm} tone="primary" type="submit" />
        </Flex>
      </Stack>
    </form>
  )
}
