import { lookup } from 'node:dns/promises';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { refuse } from '../domain/errors.ts';
import { messageOf } from './source-error.ts';

/** Addresses that no allow list can open: link-local, cloud metadata, unspecified, multicast. */
const forbidden = new BlockList();
forbidden.addSubnet('169.254.0.0', 16, 'ipv4');
forbidden.addAddress('100.100.100.200', 'ipv4');
forbidden.addAddress('168.63.129.16', 'ipv4');
forbidden.addAddress('192.0.0.192', 'ipv4');
forbidden.addSubnet('0.0.0.0', 8, 'ipv4');
forbidden.addSubnet('224.0.0.0', 3, 'ipv4');
forbidden.addAddress('::', 'ipv6');
forbidden.addSubnet('fe80::', 10, 'ipv6');
forbidden.addSubnet('ff00::', 8, 'ipv6');
forbidden.addAddress('fd00:ec2::254', 'ipv6');
forbidden.addAddress('fd20:ce::254', 'ipv6');
// NAT64, 6to4 and IPv4-compatible forms carry an IPv4 address inside and could smuggle one of the above.
forbidden.addSubnet('64:ff9b::', 96, 'ipv6');
forbidden.addSubnet('64:ff9b:1::', 48, 'ipv6');
forbidden.addSubnet('2002::', 16, 'ipv6');

/** True for an address that is never contacted, whatever the configuration allows; texts that are no address count. */
export function isForbiddenAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, '');
  if (isIP(bare) === 0) return true;
  const isIPv4Compatible = isIPv6(bare) && /^::(?!ffff:)(?:\d+\.|[0-9a-f]+:[0-9a-f]+$)/i.test(bare);
  return isIPv4Compatible || forbidden.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4');
}

/** Whether `host:port` is on the allow list, whose entries are `host` (any port) or `host:port`. */
export function isAllowedHost(
  host: string,
  port: number,
  allowedHosts: readonly string[],
): boolean {
  const plain = host.toLowerCase().replace(/\.$/, '');
  if (plain === '') return false;
  const wanted = [plain, `${plain}:${port}`, `[${plain}]`, `[${plain}]:${port}`];
  return allowedHosts.some((entry) => wanted.includes(entry.trim().toLowerCase()));
}

/** Names resolve in the operating system's own time; nothing can stop it, but nobody has to wait for it. */
async function withDeadline<Value>(work: Promise<Value>, timeoutMs: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The address to connect to for a host of a contract. Refuses with `source_refused` hosts that are not on the list and
 * names of which any address is forbidden. Connecting to the answer, not the name, leaves no second resolution to fool.
 */
export async function resolveAllowedHost(
  host: string,
  port: number,
  { allowedHosts, timeoutMs }: { allowedHosts: readonly string[]; timeoutMs: number },
): Promise<string> {
  if (!isAllowedHost(host, port, allowedHosts)) {
    refuse(
      'source_refused',
      `Host ${host}:${port} is not allowed; an operator can add it to ALLOWED_HOSTS`,
    );
  }
  const found = await withDeadline(lookup(host, { all: true }), timeoutMs).catch((error: unknown) =>
    refuse('source_refused', `Could not resolve host ${host}: ${messageOf(error)}`),
  );
  const [first] = found;
  if (first === undefined || found.some(({ address }) => isForbiddenAddress(address))) {
    refuse('source_refused', `Host ${host} resolves to an address that is never contacted`);
  }
  return first.address;
}
