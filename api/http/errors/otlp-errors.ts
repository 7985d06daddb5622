import { Type } from '@sinclair/typebox';
import { writeFields } from '../../../lib/protobuf/write-fields.ts';

/** Body of every error of OTLP. */
export const otlpStatusSchema = Type.Object(
  {
    code: Type.Integer({ description: 'Code of google.rpc.Code, e.g. 3 for an invalid argument' }),
    message: Type.String({ description: 'What is wrong and what to change' }),
  },
  { $id: 'OtelStatus', description: 'An error of OTLP (google.rpc.Status)' },
);

export const protobufType = 'application/x-protobuf';

/** Codes of google.rpc.Code by the status of HTTP. */
const codes: Readonly<Record<number, number>> = {
  400: 3,
  401: 16,
  403: 7,
  404: 5,
  409: 10,
  413: 8,
  415: 3,
  422: 3,
  429: 8,
  503: 14,
};

const internal = 13;

/** True if a body of this type is in the encoding of Protocol Buffers. */
export function isProtobuf(contentType: string | undefined): boolean {
  return contentType?.split(';')[0]?.trim().toLowerCase() === protobufType;
}

/** The body of an error of OTLP, in the encoding of the request. */
export function otlpError(
  { status, detail }: { status: number; detail: string },
  contentType: string,
): { status: number; body: string | Buffer; contentType: string } {
  const code = codes[status] ?? internal;
  if (!isProtobuf(contentType)) {
    const body = JSON.stringify({ code, message: detail });
    return { status, body, contentType: 'application/json' };
  }
  const body = writeFields([
    [1, code],
    [2, detail],
  ]);
  return { status, body, contentType: protobufType };
}
