import { pascalName } from '../../shapes/names.ts';

/** Initialisms that Go writes in capitals, as its style guide and staticcheck list them. */
const initialisms = new Set(
  (
    'acl api ascii cpu css dns eof guid html http https id ip json qps ram rpc sla smtp sql ssh tcp tls ttl udp ui gid ' +
    'uid uuid uri url utf8 vm xml xmpp xsrf xss sip rtp amqp db ts'
  ).split(' '),
);

/** An exported name: `customer_id` and `customerId` → `CustomerID`, `url` → `URL`. */
export function goName(text: string, fallback: string): string {
  // A word begins behind a small letter or digit, and before the last capital of several: `HTTPServer`.
  const words = text.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ');
  const written = words.replaceAll(/[A-Za-z0-9]+/g, (word) =>
    initialisms.has(word.toLowerCase()) ? word.toUpperCase() : word,
  );
  return pascalName(written, fallback);
}
