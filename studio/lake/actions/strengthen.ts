import { isAttributes } from '../mutations/parse.ts'

/**
 * A reference to what was not published yet is weak with `_strengthenOnPublish`, and becomes strong with the
 * document that holds it; `_strengthenOnPublish.weak` says that it stays weak.
 */
export function strengthenOnPublish(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strengthenOnPublish)
  if (!isAttributes(value)) return value
  const { _strengthenOnPublish: strengthen, ...rest } = value
  if (typeof value._ref !== 'string' || !isAttributes(strengthen))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, strengthenOnPublish(item)]))
  if (strengthen.weak === true) return rest
  const { _weak, ...strong } = rest
  return strong
}
