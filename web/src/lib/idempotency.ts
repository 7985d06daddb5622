import { useState } from 'react';

/** The key of one form, made when it opened: sent twice, the form has one effect. `renew` after a success begins another form. */
export function useIdempotencyKey(): { key: string; renew: () => void } {
  const [key, setKey] = useState(newKey);
  return { key, renew: () => setKey(newKey()) };
}

/** A key for one request. `crypto.randomUUID` exists only with TLS or on this machine. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The header that makes one request harmless when it is repeated. */
export const newKeyHeader = () => ({ 'Idempotency-Key': newKey() });
