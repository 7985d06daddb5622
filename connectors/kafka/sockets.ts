import { connect, isIP } from 'node:net';
import type { LookupFunction, Socket } from 'node:net';
import { connect as connectEncrypted } from 'node:tls';
import type { ISocketFactoryArgs } from 'kafkajs';
import { refuse } from '../../domain/errors.ts';
import type { ScanContext } from '../asset-source.ts';
import { isAllowedHost, isForbiddenAddress, resolveAllowedHost } from '../guard/hosts.ts';

const resolveTimeoutMs = 10_000;

/** The connections of a cluster, each to a checked address. */
export type KafkaSockets = {
  /** Opens a connection; throws when the broker is not allowed or the signal has aborted. */
  make: (args: ISocketFactoryArgs) => Socket;
  /** Rejects as soon as the signal aborts, or with the refusal of a broker. */
  during: <Value>(work: () => Promise<Value>) => Promise<Value>;
  /** Closes all open connections. */
  end: (reason: Error) => void;
};

/** Refuses with `source_refused` a broker that is not on the list, or whose address is forbidden. */
export function checkBroker(host: string, port: number, allowedHosts: readonly string[]): void {
  if (!isAllowedHost(host, port, allowedHosts)) {
    refuse(
      'source_refused',
      `Broker ${host}:${port} is not allowed; an operator can add it to ALLOWED_HOSTS`,
    );
  }
  if (isIP(host) !== 0 && isForbiddenAddress(host)) {
    refuse('source_refused', `Broker ${host}:${port} is at an address that is never contacted`);
  }
}

/**
 * Guards the connections of a Kafka client. A cluster announces its brokers, so each is checked when the client connects; the
 * name is resolved here, and the connection uses this address. The signal closes all connections.
 */
export function guardSockets({
  access,
  signal,
}: Pick<ScanContext, 'access' | 'signal'>): KafkaSockets {
  const { allowedHosts } = access;
  const open = new Set<Socket>();
  const refusals: unknown[] = [];
  const end = (reason: Error): void => open.forEach((socket) => void socket.destroy(reason));
  return {
    end,
    make(args) {
      signal.throwIfAborted();
      try {
        checkBroker(args.host, args.port, allowedHosts);
      } catch (error) {
        refusals.push(error);
        throw error;
      }
      const lookup = lookupOf(args.port, { allowedHosts, refusals });
      const socket = connectTo(args, lookup);
      open.add(socket);
      socket.once('close', () => open.delete(socket));
      return socket;
    },
    async during(work) {
      try {
        return await untilAborted(work, { signal, end });
      } catch (error) {
        signal.throwIfAborted();
        throw refusals[0] ?? error;
      }
    },
  };
}

type Notes = { allowedHosts: readonly string[]; refusals: unknown[] };

/** Not called for IP addresses, which `checkBroker` has checked. */
function lookupOf(port: number, { allowedHosts, refusals }: Notes): LookupFunction {
  const resolve = async (host: string): Promise<string> =>
    resolveAllowedHost(host, port, { allowedHosts, timeoutMs: resolveTimeoutMs });
  return (host, { all }, found) => {
    void resolve(host)
      .then((address) => {
        const family = isIP(address);
        if (all === true) found(null, [{ address, family }]);
        else found(null, address, family);
        return undefined;
      })
      .catch((error: Error) => {
        refusals.push(error);
        found(error, '');
      });
  };
}

function connectTo(
  { host, port, ssl, onConnect }: ISocketFactoryArgs,
  lookup: LookupFunction,
): Socket {
  const target = { host, port, lookup };
  const name = isIP(host) === 0 ? { servername: host } : {};
  const isEncrypted =
    (ssl as unknown) !== undefined && (ssl as unknown) !== null && (ssl as unknown) !== false;
  const socket = isEncrypted
    ? connectEncrypted({ ...target, ...name }, onConnect)
    : connect(target, onConnect);
  return socket.setKeepAlive(true, 60_000);
}

async function untilAborted<Value>(
  work: () => Promise<Value>,
  { signal, end }: { signal: AbortSignal; end: (reason: Error) => void },
): Promise<Value> {
  signal.throwIfAborted();
  const listening = new AbortController();
  const aborted = new Promise<never>((_resolve, reject) => {
    const abort = (): void => {
      reject(signal.reason);
      end(new Error('aborted'));
    };
    signal.addEventListener('abort', abort, { once: true, signal: listening.signal });
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    listening.abort();
  }
}
