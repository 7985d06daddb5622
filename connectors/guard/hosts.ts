import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { refuse } from '../../domain/errors.ts';
import { messageOf } from '../source-error.ts';

/** Addresses that are forbidden whatever the allow list says: link-local, cloud metadata, unspecified, multicast. */
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
// NAT64, 6to4 and IPv4-compatible addresses embed an IPv4 address and could smuggle one of the above.
forbidden.addSubnet('64:ff9b::', 96, 'ipv6');
forbidden.addSubnet('64:ff9b:1::', 48, 'ipv6');
forbidden.addSubnet('2002::', 16, 'ipv6');

/** True for an address that is forbidden whatever the configuration says, and for text that is no address. */
export function isForbiddenAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, '');
  if (isIP(bare) === 0) return true;
  const isIPv4Compatible = isIPv6(bare) && /^::(?!ffff:)(?:\d+\.|[0-9a-f]+:[0-9a-f]+$)/i.test(bare);
  return isIPv4Compatible || forbidden.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4');
}

/** Addresses that are not public: private networks, loopback, documentation, relays. */
const notPublic = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
] as const) {
  notPublic.addSubnet(network, bits, 'ipv4');
}
// Teredo and similar ranges also embed IPv4 addresses.
notPublic.addSubnet('2001::', 23, 'ipv6');
notPublic.addSubnet('2001:db8::', 32, 'ipv6');
notPublic.addSubnet('3fff::', 20, 'ipv6');
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/** True for public unicast addresses. IPv4 inside IPv6 never counts as public, however it is written. */
export function isPublicAddress(address: string): boolean {
  if (isForbiddenAddress(address)) return false;
  if (!isIPv6(address)) return !notPublic.check(address, 'ipv4');
  return globalUnicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

/**
 * True if `host:port` is on the allow list. Its entries are `host` (any port), `host:port`, or `*.domain` with
 * or without a port, which matches every name below the domain, but neither the domain itself nor an address.
 */
export function isAllowedHost(
  host: string,
  port: number,
  allowedHosts: readonly string[],
): boolean {
  const plain = host.toLowerCase().replace(/\.$/, '');
  if (plain === '' || plain.includes('*')) return false;
  const names = [plain, ...wildcardsOf(plain)];
  const wanted = names.flatMap((name) => [
    name,
    `${name}:${port}`,
    `[${name}]`,
    `[${name}]:${port}`,
  ]);
  return allowedHosts.some((entry) => wanted.includes(entry.trim().toLowerCase()));
}

/** The entries `*.domain` that admit a name, e.g. `*.b.example` and `*.example` of `a.b.example`. */
function wildcardsOf(name: string): string[] {
  if (isIP(name) !== 0 || !/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/.test(name)) return [];
  const labels = name.split('.');
  return labels.slice(1).map((_label, index) => `*.${labels.slice(index + 1).join('.')}`);
}

/** The operating system cannot cancel a DNS lookup, so the timeout only ends the waiting for it. */
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
 * The address to connect to for a host of a contract. Refuses with `source_refused` hosts that are not on the list, and names
 * that resolve to a forbidden address. Callers connect to the returned address, because a second DNS lookup could return another
 * one.
 */
export async function resolveAllowedHost(
  host: string,
  port: number,
  { allowedHosts, timeoutMs }: { allowedHosts: readonly string[]; timeoutMs: number },
): Promise<string> {
  if (!isAllowedHost(host, port, allowedHosts)) {
    // The refusal of a forbidden address must not advise to allow the host.
    if (isIP(host) !== 0) await resolveContactable(host, timeoutMs);
    refuse(
      'source_refused',
      `Host ${host}:${port} is not allowed; an operator can add it to ALLOWED_HOSTS`,
    );
  }
  const [first] = await resolveContactable(host, timeoutMs);
  return first.address;
}

/** All addresses of the host, at least one. Refuses with `source_refused` when one of them is forbidden. */
async function resolveContactable(
  host: string,
  timeoutMs: number,
): Promise<[LookupAddress, ...LookupAddress[]]> {
  const found = await withDeadline(lookup(host, { all: true }), timeoutMs).catch((error: unknown) =>
    refuse('source_refused', `Could not resolve host ${host}: ${messageOf(error)}`),
  );
  const [first, ...others] = found;
  if (first === undefined || found.some(({ address }) => isForbiddenAddress(address))) {
    refuse('source_refused', `Host ${host} resolves to an address that is never contacted`);
  }
  return [first, ...others];
}

/**
 * The addresses to connect to for a request that an organization configured: public addresses of any host, and private ones of
 * hosts on the list. Refuses with `source_refused` hosts with any other address.
 */
export async function resolvePostableHost(
  host: string,
  port: number,
  { allowedHosts, timeoutMs }: { allowedHosts: readonly string[]; timeoutMs: number },
): Promise<LookupAddress[]> {
  const found = await resolveContactable(host, timeoutMs);
  const isPublic = found.every(({ address }) => isPublicAddress(address));
  if (isPublic || isAllowedHost(host, port, allowedHosts)) return found;
  return refuse(
    'source_refused',
    `Host ${host}:${port} is in a private network; an operator can add it to WEBHOOK_ALLOWED_HOSTS`,
  );
}
