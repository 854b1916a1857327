import { type FormPatch, type ImageValue, type ObjectInputProps, PatchEvent, unset } from 'sanity'

function removesAsset({ type, path }: FormPatch): boolean {
  return type === 'unset' && path.length === 1 && path[0] === 'asset'
}

/**
 * Clearing the picture clears the whole field. The Studio's own input would keep the alternative text: a field without
 * its required picture, which blocks publishing.
 */
export function PhotoInput(props: ObjectInputProps<ImageValue>) {
  const { onChange, renderDefault } = props
  return renderDefault({
    ...props,
    onChange: (change) => {
      const { patches } = PatchEvent.from(change)
      onChange(patches.some(removesAsset) ? unset() : change)
    },
  })
}
