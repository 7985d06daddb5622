import net from 'node:net';

/** True if a Redis on this port of 127.0.0.1 accepts the password and answers PING. */
export async function ping(port: number, password: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1' });
    let answer = '';
    const finish = (good: boolean): void => {
      socket.destroy();
      resolve(good);
    };
    socket.setTimeout(1000, () => finish(false));
    socket.on('error', () => finish(false));
    socket.on('close', () => finish(false));
    // The password identifies our server; another server on this port must not pass.
    socket.on('connect', () => socket.write(`AUTH ${password}\r\nPING\r\n`));
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      if (answer.startsWith('-')) finish(false);
      if (answer.startsWith('+OK\r\n+PONG\r\n')) finish(true);
    });
  });
}
