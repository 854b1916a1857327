import { type FieldProps, useFormValue } from 'sanity'
import { quoteEnglish } from './quote-english.ts'

/** Quotes the English text, which is in another tab. */
export function TranslationField(props: FieldProps) {
  const { name, path, description = '', renderDefault } = props
  const english = useFormValue([...path.slice(0, -1), name.replace(/_[a-z]+$/, '')])
  return renderDefault({ ...props, description: quoteEnglish(description, english) })
}
