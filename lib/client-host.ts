import { isIPv6 } from 'node:net';

/**
 * The host of a request: the address of the connection, or the one that the given number of trusted proxies have added to
 * X-Forwarded-For. Addresses of IPv6 are cut to their network of 64 bits, which one customer has.
 */
export function clientHost(
  connection: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: number,
): string {
  const forwarded = (forwardedFor ?? '').split(',').map((part) => part.trim());
  // Entries further left are the client's own claim.
  const told = trustedProxies > 0 ? forwarded.at(-trustedProxies) : undefined;
  return networkOf(told || (connection ?? 'unknown'));
}

function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain.slice(0, 100);
  const [head = '', tail] = plain.split('::');
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const [before, after] = [groups(head), groups(tail ?? '')];
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const all = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
