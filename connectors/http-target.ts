import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { refuse } from '../domain/errors.ts';

/** Whom a request goes to; `host` is without the brackets of IPv6. */
export type HttpTarget = { url: URL; host: string; port: number };

/** Reads an address that somebody else chose; refuses with `source_refused`, naming it as `subject`, what no request may go to. */
export function readHttpTarget(text: string, subject: string): HttpTarget {
  if (!URL.canParse(text)) refuse('source_refused', `${subject} is no URL`);
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

/** Lets the connection go to what was checked; a second resolution could be answered differently. */
export function lookupOf(addresses: LookupAddress[]): LookupFunction {
  return (_name, { all }, found) => {
    const [first] = addresses;
    if (all === true || first === undefined) found(null, addresses);
    else found(null, first.address, first.family);
  };
}
