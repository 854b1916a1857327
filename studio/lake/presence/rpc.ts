import * as z from 'zod'

/** JSON-RPC 2.0 as Sanity's real-time service speaks it. The numbers of its errors are those of the standard. */
const requestSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string().max(100), z.number()]),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).default({}),
})

export type RpcId = z.output<typeof requestSchema>['id'] | null
export type Methods = Record<string, (params: Record<string, unknown>) => unknown>

/** Answers one message of a client by the method that it names. */
export function answerRpc(text: string, methods: Methods): string {
  const request = requestSchema.safeParse(parse(text))
  if (!request.success) return fail(null, -32600, 'This is no request of JSON-RPC 2.0')
  const { id, method, params } = request.data
  const run = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (run === undefined) return fail(id, -32601, `There is no method ${method}`)
  try {
    return JSON.stringify({ jsonrpc: '2.0', id, result: run(params) })
  } catch (error) {
    if (error instanceof z.ZodError) return fail(id, -32602, z.prettifyError(error))
    if (error instanceof RangeError) return fail(id, -32602, error.message)
    throw error
  }
}

/** A message that answers no request: something that happened, for one subscription. */
export function notify(method: string, subscription: string, result: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params: { subscription, result } })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function fail(id: RpcId, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })
}
