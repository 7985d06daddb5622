import { isIP } from 'node:net';
import {
  isAllowedHost,
  isForbiddenAddress,
  isPublicAddress,
} from '../../connectors/guard/hosts.ts';

/** Says why no delivery will reach this address; undefined for host names, which only workers resolve, and reachable addresses. */
export function addressWarning(
  address: string,
  allowedHosts: readonly string[],
): string | undefined {
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isLocal = host === 'localhost';
  if (isIP(host) === 0 && !isLocal) return undefined;
  if (!isLocal && isForbiddenAddress(host)) {
    return `Nothing will be sent to ${url.hostname}: workers never contact this address`;
  }
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  const isReachable = !isLocal && isPublicAddress(host);
  if (isReachable || isAllowedHost(host, port, allowedHosts)) return undefined;
  return `${url.hostname}:${port} is a private address and not in WEBHOOK_ALLOWED_HOSTS of this process: unless it is in WEBHOOK_ALLOWED_HOSTS of the workers, every delivery fails`;
}
