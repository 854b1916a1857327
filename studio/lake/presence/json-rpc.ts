import * as z from 'zod'

const requestSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string().max(100), z.number()]),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).default({}),
})

type RpcId = z.output<typeof requestSchema>['id'] | null

/** The codes of the JSON-RPC 2.0 specification. */
const codes = { invalidRequest: -32600, methodNotFound: -32601, invalidParams: -32602 }

/** A call that a method rejects. */
export class RpcError extends Error {
  override name = 'RpcError'
}

/** Handles one message of a client and returns the answer. */
export function answerRpc(
  text: string,
  methods: Record<string, (params: Record<string, unknown>) => unknown>,
): string {
  const request = requestSchema.safeParse(parseJson(text))
  if (!request.success) return formatError(null, codes.invalidRequest, 'This is not a JSON-RPC 2.0 request')
  const { id, method, params } = request.data
  const run = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (run === undefined) return formatError(id, codes.methodNotFound, `There is no method ${method}`)
  try {
    return JSON.stringify({ jsonrpc: '2.0', id, result: run(params) })
  } catch (error) {
    if (error instanceof z.ZodError) return formatError(id, codes.invalidParams, z.prettifyError(error))
    if (error instanceof RpcError) return formatError(id, codes.invalidParams, error.message)
    throw error
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function formatError(id: RpcId, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })
}
