import { type FieldProps, useFormValue } from 'sanity'
import { quoteEnglish } from './quote-english.ts'

/** The usual field, and what the English one says, which stands in another tab. */
export function TranslationField(props: FieldProps) {
  const { name, path, description = '', renderDefault } = props
  const english = useFormValue([...path.slice(0, -1), name.replace(/_[a-z]+$/, '')])
  return renderDefault({ ...props, description: quoteEnglish(description, english) })
}
