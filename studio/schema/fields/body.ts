import { defineField, type PortableTextBlock } from 'sanity'
import { describeBodyExcess } from '#domain/content-limits.ts'
import type { OptionalFieldOptions } from './field-options.ts'

type Block = Pick<PortableTextBlock, '_type'> & { style?: string; children?: { text?: string }[] }

function textOf(block: Block): string {
  return (block.children ?? []).map(({ text }) => text ?? '').join('')
}

function isHeading({ style }: Block): boolean {
  return style === 'h2' || style === 'h3'
}

function checkBody(blocks: readonly Block[] | undefined): true | string {
  if (!blocks?.length) return true
  const written = blocks.filter((block) => block._type !== 'block' || textOf(block).trim() !== '')
  if (written.length === 0) return 'There is no text yet: write something, or remove the empty lines'
  return true
}

function checkBodySize(blocks: readonly Block[] | undefined): true | string {
  const excess = describeBodyExcess(blocks)
  return excess === undefined ? true : `The text ${excess}`
}

function checkBodyTaste(blocks: readonly Block[] | undefined): true | string {
  if (blocks?.some((block) => isHeading(block) && textOf(block).trim() === '')) {
    return 'A heading is empty: write it, or make it a normal line'
  }
  const styles = (blocks ?? []).filter(isHeading).map(({ style }) => style)
  if (styles[0] === 'h3') return 'The first heading is a small one: begin with a large heading'
  if (blocks?.some((block) => block._type === 'block' && !isHeading(block) && textOf(block).trim() === '')) {
    return 'There is an empty line: paragraphs keep their distance by themselves'
  }
  return true
}

/** Formatted text: paragraphs, headings, lists, links, images. */
export function bodyField({ optional, ...field }: OptionalFieldOptions) {
  return defineField({
    ...field,
    type: 'body',
    validation: (rule) => [
      ...(optional ? [] : [rule.required().min(1).error(`Write something for “${field.title}”`)]),
      rule.custom<Block[]>(checkBody),
      rule.custom<Block[]>(checkBodySize),
      rule.custom<Block[]>(checkBodyTaste).warning(),
    ],
  })
}
