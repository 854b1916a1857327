import { defineField, type PortableTextBlock } from 'sanity'
import { describeBodyExcess } from '#domain/content/content-limits.ts'
import { type OptionalFieldOptions, titleOf } from './field-options.ts'

type Block = Pick<PortableTextBlock, '_type'> & { style?: string; children?: { text?: string }[] }

function isEmpty({ _type, children = [] }: Block): boolean {
  return _type === 'block' && children.every(({ text = '' }) => text.trim() === '')
}

function isHeading({ style }: Block): boolean {
  return style === 'h2' || style === 'h3'
}

function checkBody(blocks: readonly Block[] | undefined): true | string {
  if (!blocks?.length) return true
  if (blocks.every(isEmpty)) return 'There is no text yet: write something, or remove the empty lines'
  const excess = describeBodyExcess(blocks)
  return excess === undefined ? true : `The text ${excess}`
}

function checkBodyRecommendations(blocks: readonly Block[] = []): true | string {
  const headings = blocks.filter(isHeading)
  if (headings.some(isEmpty)) return 'A heading is empty: write it, or make it a normal line'
  if (headings[0]?.style === 'h3') return 'The first heading is a small one: begin with “Heading”'
  if (blocks.some(isEmpty)) return 'There is an empty line: remove it, paragraphs are spaced automatically'
  return true
}

export function bodyField({ optional, ...field }: OptionalFieldOptions) {
  return defineField({
    ...field,
    type: 'body',
    validation: (rule) => [
      ...(optional
        ? []
        : [
            rule
              .required()
              .min(1)
              .error(`Write something for “${titleOf(field)}”`),
          ]),
      rule.custom<Block[]>(checkBody),
      rule.custom<Block[]>(checkBodyRecommendations).warning(),
    ],
  })
}
