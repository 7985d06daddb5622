import net from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A proxy between a client and a server, on which a test can break connections. */
export type TcpProxy = {
  /** The same address through this proxy. */
  through: (url: string) => string;
  /** Stops forwarding on existing connections without closing them; new connections work. */
  silence: () => void;
  /** Breaks all connections and refuses new ones, like a stopped server. */
  cut: () => Promise<void>;
  /** Accepts connections again. */
  mend: () => Promise<void>;
  close: () => Promise<void>;
};

/** Opens a proxy to a server; an answer that `judge` refuses breaks the connection. */
export async function openTcpProxy(
  target: string,
  judge: (answer: Buffer) => boolean = () => true,
): Promise<TcpProxy> {
  const { hostname, port: targetPort } = new URL(target);
  const wires = new Set<{ silent: boolean; ends: Socket[] }>();
  const server = net.createServer((near) => {
    const far = net.connect({ host: hostname, port: Number(targetPort) });
    const wire = { silent: false, ends: [near, far] };
    wires.add(wire);
    const breakOff = (): void => {
      for (const end of wire.ends) end.destroy();
    };
    const join = (from: Socket, to: Socket, mayPass: (chunk: Buffer) => boolean): void => {
      from.on('data', (chunk: Buffer) => {
        if (wire.silent || from.destroyed) return;
        if (mayPass(chunk)) to.write(chunk);
        else breakOff();
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        if (wire.silent) return;
        wires.delete(wire);
        to.destroy();
      });
    };
    join(near, far, () => true);
    join(far, near, judge);
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
