import { type FormPatch, type ImageValue, type ObjectInputProps, PatchEvent, unset } from 'sanity'

function takesPictureAway({ type, path }: FormPatch): boolean {
  return type === 'unset' && path.length === 1 && path[0] === 'asset'
}

/**
 * The usual input of a picture, but clearing it clears the whole field. The Studio's own would leave the alternative
 * text behind, and with it a picture that is required and missing: nothing could be published any more.
 */
export function PhotoInput(props: ObjectInputProps<ImageValue>) {
  const { onChange, renderDefault } = props
  return renderDefault({
    ...props,
    onChange: (change) => {
      const { patches } = PatchEvent.from(change)
      onChange(patches.some(takesPictureAway) ? unset() : change)
    },
  })
}
