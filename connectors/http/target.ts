import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { refuse } from '../../domain/errors.ts';

/** The receiver of a request; `host` has no IPv6 brackets. */
export type HttpTarget = { url: URL; host: string; port: number };

/** Parses a URL that a user chose; refuses with `source_refused`, with `subject` in the message, a URL that no request may use. */
export function readHttpTarget(text: string, subject: string): HttpTarget {
  if (!URL.canParse(text)) refuse('source_refused', `${subject} is not a URL`);
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    refuse('source_refused', `${subject} must begin with https:// or http://`);
  }
  if (url.username !== '' || url.password !== '') {
    refuse('source_refused', `${subject} must not hold a user name or password`);
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return { url, host, port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)) };
}

/** Makes the connection use the checked addresses, because a second DNS lookup could return others. */
export function lookupOf(addresses: LookupAddress[]): LookupFunction {
  return (_name, { all }, found) => {
    const [first] = addresses;
    if (all === true || first === undefined) found(null, addresses);
    else found(null, first.address, first.family);
  };
}
