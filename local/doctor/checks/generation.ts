import net from 'node:net';
import tls from 'node:tls';

import { resolveAllowedHost } from '../../../connectors/guard/hosts.ts';
import { messageOf } from '../../problem.ts';
import { failed, ok, skipped } from '../check.ts';
import type { Check } from '../check.ts';

const limitMs = 4_000;

/**
 * Checks that GENERATION_ENDPOINT accepts connections, with TLS for https; sends no request, because every answer may cost money.
 */
export const generation: Check = {
  name: 'generation',
  settings: ['GENERATION_ENDPOINT', 'GENERATION_TOKEN'],
  run: async ({ config: { generation: endpoint } }) => {
    if (endpoint === undefined)
      return skipped('GENERATION_ENDPOINT is not set: the type custom is not available');
    const url = new URL(endpoint.url);
    try {
      await connect(url);
      return ok(`${url.host} listens`);
    } catch (error) {
      return failed(
        `${url.host} cannot be reached: ${messageOf(error)}`,
        'Start the generation service, correct GENERATION_ENDPOINT, or open the firewall.',
      );
    }
  },
};

/** Connects to the same address as a worker, under the same rules. */
async function connect({ protocol, hostname, port }: URL): Promise<void> {
  const name = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const isEncrypted = protocol === 'https:';
  const where = Number(port || (isEncrypted ? 443 : 80));
  const allowed = { allowedHosts: [name], timeoutMs: limitMs };
  const at = { host: await resolveAllowedHost(name, where, allowed), port: where };
  const socket = isEncrypted
    ? tls.connect({ ...at, ...(net.isIP(name) === 0 && { servername: name }) })
    : net.connect(at);
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once(isEncrypted ? 'secureConnect' : 'connect', resolve);
      socket.once('error', reject);
      socket.setTimeout(limitMs, () => reject(new Error(`silence for ${limitMs / 1000} s`)));
    });
  } finally {
    socket.destroy();
  }
}
