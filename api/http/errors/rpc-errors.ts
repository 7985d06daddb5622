import { Type } from '@sinclair/typebox';

/** Body of an error about the whole message, which has no id (JSON-RPC 2.0 §5). */
export const rpcErrorSchema = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    // Generators of clients know no type that is only null.
    id: Type.Union([Type.String(), Type.Null()], {
      description: 'null: the error is not about one request',
    }),
    error: Type.Object({
      code: Type.Integer({ description: 'Code of JSON-RPC', examples: [-32600] }),
      message: Type.String({ description: 'What is wrong and what to change' }),
      data: Type.Object({
        code: Type.String({ description: 'As in other errors of the API' }),
        requestId: Type.String(),
      }),
    }),
  },
  { $id: 'RpcError', description: 'An error of JSON-RPC about a whole message' },
);

/** Codes of JSON-RPC. */
export const rpcCodes = {
  parse: -32_700,
  request: -32_600,
  params: -32_602,
  internal: -32_603,
  server: -32_000,
  resourceNotFound: -32_002,
} as const;

const known: Readonly<Record<string, number>> = {
  malformed_body: rpcCodes.parse,
  bad_request: rpcCodes.request,
  internal_error: rpcCodes.internal,
};

/** The body of an error about a message. */
export function rpcError(
  { status, code, detail }: { status: number; code: string; detail: string },
  requestId: string,
) {
  const error = {
    code: known[code] ?? rpcCodes.server,
    message: detail,
    data: { code, requestId },
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: null, error });
  return { status, body, contentType: 'application/json' };
}
