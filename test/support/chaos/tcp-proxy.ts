import net from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A wire between a client and a server that a test can spoil. */
export type TcpProxy = {
  /** The same address, but through this wire. */
  through: (url: string) => string;
  /** From now on nothing passes on the connections that exist, and nobody is told; new ones work. */
  silence: () => void;
  /** Breaks all connections and refuses new ones, as a server does that is down. */
  cut: () => Promise<void>;
  /** Accepts connections again. */
  mend: () => Promise<void>;
  close: () => Promise<void>;
};

export async function openTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port: targetPort } = new URL(target);
  const wires = new Set<{ silent: boolean; ends: Socket[] }>();
  const server = net.createServer((near) => {
    const far = net.connect({ host: hostname, port: Number(targetPort) });
    const wire = { silent: false, ends: [near, far] };
    wires.add(wire);
    const join = (from: Socket, to: Socket): void => {
      from.on('data', (chunk) => wire.silent || to.write(chunk));
      from.on('error', () => undefined);
      from.on('close', () => {
        if (wire.silent) return;
        wires.delete(wire);
        to.destroy();
      });
    };
    join(near, far);
    join(far, near);
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const cut = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const { ends } of wires) for (const end of ends) end.destroy();
    wires.clear();
    await closed;
  };
  return {
    through: (url) => {
      const changed = new URL(url);
      changed.hostname = '127.0.0.1';
      changed.port = String(port);
      return changed.href;
    },
    silence: () => {
      for (const wire of wires) wire.silent = true;
    },
    cut,
    mend: () => listen(port),
    close: async () => {
      if (server.listening) await cut();
    },
  };
}
