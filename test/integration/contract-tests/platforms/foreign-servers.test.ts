import net from 'node:net';
import { troubles, runContract } from '../run-contract.ts';

type Serve = (socket: net.Socket) => void;

const servers: [string, Serve, { mysql: RegExp; postgres: RegExp }][] = [
  [
    'a banner',
    (socket) => void socket.write('SSH-2.0-OpenSSH_9.2\r\n'),
    {
      mysql: /accepts connections, but did not answer in the protocol of MySQL within 10 s$/,
      postgres: /the server does not use the protocol of Postgres$/,
    },
  ],
  [
    'nothing',
    () => undefined,
    {
      mysql: /accepts connections, but did not answer in the protocol of MySQL within 10 s$/,
      postgres: /accepts connections, but did not answer in the protocol of Postgres in time$/,
    },
  ],
  [
    'goodbye',
    (socket) => void socket.end(),
    {
      mysql: /closed the connection without a greeting; it may not be MySQL$/,
      postgres: /closed the connection without an answer; it may not be Postgres$/,
    },
  ],
];

describe.each(servers)('a server that says %s', (_title, serve, expected) => {
  // Silence is waited for, side by side.
  it.concurrent.each(['mysql', 'postgres'] as const)('is told from one of %s', async (type) => {
    const sockets: net.Socket[] = [];
    const listener = net.createServer((socket) => {
      sockets.push(socket.on('error', () => undefined));
      serve(socket);
    });
    await new Promise<void>((resolve) => void listener.listen(0, '127.0.0.1', resolve));
    const { port } = listener.address() as net.AddressInfo;
    const prefix = `DATACONTRACT_${type.toUpperCase()}`;
    const outcome = await runContract({
      schema: [{ name: 't', properties: [{ name: 'a' }] }],
      server: { type, host: '127.0.0.1', port, database: 'd' },
      access: {
        allowedHosts: [`127.0.0.1:${port}`],
        allowedDataDirs: [],
        credentials: { [`${prefix}_USERNAME`]: 'u', [`${prefix}_PASSWORD`]: 'secret' },
        statementTimeoutMs: 20_000,
      },
    });
    for (const socket of sockets) socket.destroy();
    listener.close();
    const [reason] = Object.values(troubles(outcome));
    expect(reason).toContain(`Could not connect to ${type} 127.0.0.1:${port}/d: the server `);
    expect(reason).toMatch(expected[type]);
  });
});
