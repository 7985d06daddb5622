import { createHash } from 'node:crypto';

/** A request of a delivery as it is kept: headers without secrets, and the digest of the body, which the event gives again. */
export type SentRequest = { headers: Record<string, string>; bodySha256: string };

/** The answer to it as it is kept, besides status and body. */
export type KeptAnswer = { headers: Record<string, string>; isCut: boolean };

/** What an attempt sent and got, for people who look for the cause of a failure. */
export type Exchange = {
  /** Undefined if nothing could be sent. */
  request: SentRequest | undefined;
  answer: KeptAnswer | undefined;
  durationMs: number;
};

const hidden = '…';
const maxHeaders = 50;
const maxValueLength = 500;

/** Headers that sign a message: with its body, they would be accepted again. */
const signatures = new Set(['webhook-signature', 'x-protocol-signature']);

/** Headers of answers that carry credentials. */
const credentials = /cookie|authorization|token|secret|api-key/i;

/** The digest that tells whether a body is the one that was sent. */
export function digestOf(body: string): string {
  return createHash('sha256').update(body).digest('hex');
}

/** The signatures of a request, which its receiver may repeat. */
export function signaturesIn(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => (signatures.has(name) ? [value] : []));
}

/** A request without what a reader could send again in the name of the catalog. */
export function keepRequest(headers: Readonly<Record<string, string>>, body: string): SentRequest {
  const length = String(Buffer.byteLength(body));
  const shown = Object.entries(headers).map(([name, value]) => [
    name,
    signatures.has(name) ? hidden : value,
  ]);
  return {
    headers: {
      'user-agent': 'Concordat',
      ...(Object.fromEntries(shown) as Record<string, string>),
      'content-length': length,
    },
    bodySha256: digestOf(body),
  };
}

/** Headers of an answer, at most 50, cut and without credentials; `clean` removes what must not be shown from each value. */
export function keepHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  clean: (text: string) => string,
): Record<string, string> {
  const kept = Object.entries(headers)
    .slice(0, maxHeaders)
    .map(([name, value]) => {
      const text = Array.isArray(value) ? value.join(', ') : (value ?? '');
      return [name, credentials.test(name) ? hidden : clean(text).slice(0, maxValueLength)];
    });
  return Object.fromEntries(kept) as Record<string, string>;
}
