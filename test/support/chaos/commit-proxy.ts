import net from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** The connection fails before Postgres gets the COMMIT, or before the client gets the answer. */
export type CommitFault = 'before commit' | 'after commit';

/** A proxy to Postgres that fails at a COMMIT. */
export type CommitProxy = {
  /** The same address through this proxy. */
  through: (url: string) => string;
  /**
   * The next transaction that runs the statement meets the fault: `act` is called at that point, and the connection is cut after
   * `act`. Resolves then.
   */
  fail: (fault: CommitFault, statement: string, act: () => Promise<void>) => Promise<void>;
  close: () => Promise<void>;
};

type Plan = { fault: CommitFault; statement: string; meet: (cut: () => void) => void };

/** A COMMIT as a simple query. */
const commit = Buffer.from('commit\0');

export async function openCommitProxy(target: string): Promise<CommitProxy> {
  const { hostname, port: targetPort } = new URL(target);
  const sockets = new Set<Socket>();
  let plan: Plan | undefined;
  const server = net.createServer((near) => {
    const far = net.connect({ host: hostname, port: Number(targetPort) });
    const cut = (): void => [near, far].forEach((socket) => socket.destroy());
    let marked: Plan | undefined;
    let isMet = false;
    const meet = (met: Plan): void => {
      isMet = true;
      met.meet(cut);
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      // A client killed at the fault must not close the connection to Postgres before its answer has arrived.
      socket.on('close', () => void (isMet || cut()));
    }
    near.on('data', (chunk: Buffer) => {
      if (plan && chunk.includes(plan.statement)) {
        marked = plan;
        plan = undefined;
      }
      const isCommit = marked && chunk.includes(commit);
      if (isCommit && marked?.fault === 'before commit') meet(marked);
      else if (!isMet) far.write(chunk);
    });
    far.on('data', (chunk: Buffer) => {
      if (marked?.fault === 'after commit' && chunk.includes('COMMIT\0')) meet(marked);
      else if (!isMet) near.write(chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    through: (url) => {
      const changed = new URL(url);
      changed.hostname = '127.0.0.1';
      changed.port = String(port);
      return changed.href;
    },
    fail: (fault, statement, act) =>
      new Promise((resolve, reject) => {
        const meet = (cut: () => void): void => void act().finally(cut).then(resolve, reject);
        plan = { fault, statement, meet };
      }),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
