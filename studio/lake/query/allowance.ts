import { getHeapStatistics } from 'node:v8'
import { queryErrors } from './errors.ts'
import { changeNodes, type Syntax } from './syntax.ts'

const MEGABYTE = 1024 * 1024
const MOST_BYTES = 200 * MEGABYTE
/** Of what the process has left, so that the answer and the next request have room as well. */
const SHARE = 1 / 3
const STEPS_BETWEEN_LOOKS = 512
/** Nodes that can double what is there in a single step. */
const growing = new Set(['Array', 'FlatMap'])

/**
 * The same query, which throws LakeError 400 once it has filled its share of the memory. groq-js builds every list and
 * object of a result at once and asks nobody; but it reads the `type` of a node each time that it runs one, and there
 * the heap is looked at.
 */
export function limitMemory(tree: Syntax): Syntax {
  const look = watchHeap()
  let steps = 0
  const step = (isGrowing: boolean) => {
    steps += 1
    if (isGrowing || steps % STEPS_BETWEEN_LOOKS === 0) look()
  }
  return changeNodes(tree, (node) => {
    if (node.type === 'Value') return node
    const { type } = node
    const isGrowing = growing.has(type) || (node.type === 'OpCall' && node.op === '+')
    return Object.defineProperty(node, 'type', {
      get: () => {
        step(isGrowing)
        return type
      },
    })
  })
}

function watchHeap(): () => void {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
  const ceiling = used + Math.min(MOST_BYTES, Math.max(0, limit - used) * SHARE)
  return () => {
    if (getHeapStatistics().used_heap_size > ceiling) throw queryErrors.tooMuchMemory()
  }
}
