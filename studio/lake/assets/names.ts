export type AssetKind = 'images' | 'files'

/** Pixels: the file name has five digits for each side. */
export const maxAssetSide = 99_999

const image = String.raw`[0-9a-f]{40}-\d{1,5}x\d{1,5}`
const imageId = new RegExp(`^image-(${image})-([a-z0-9]{1,8})$`)
const fileId = /^file-([0-9a-f]{40})-([a-z0-9]{1,16})$/

const names = {
  images: new RegExp(`^${image}\\.[a-z0-9]{1,8}$`),
  files: /^[0-9a-f]{40}(\.[a-z0-9]{1,16})?$/,
}

/** Whether this is the name of an asset file. A valid name contains no path. */
export function isAssetName(kind: AssetKind, name: string): boolean {
  return names[kind].test(name)
}

/** The file of an asset document by the document's id; undefined for other documents. */
export function fileOfAsset(documentId: string): { kind: AssetKind; name: string } | undefined {
  const ofImage = imageId.exec(documentId)
  if (ofImage !== null) return { kind: 'images', name: `${ofImage[1]}.${ofImage[2]}` }
  const ofFile = fileId.exec(documentId)
  return ofFile === null ? undefined : { kind: 'files', name: `${ofFile[1]}.${ofFile[2]}` }
}
