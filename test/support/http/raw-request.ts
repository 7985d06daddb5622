import { Socket } from 'node:net';

/** Sends a request line unchanged, which fetch would normalize. */
export function sendRaw(
  { port, key }: { port: number; key: string },
  requestLine: string,
  headers: readonly string[] = [],
  body = '',
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const socket = new Socket();
    let text = '';
    socket.on('data', (data) => (text += data.toString()));
    socket.on('error', reject);
    socket.on('close', () => resolve({ status: Number(text.split(' ')[1]), text }));
    socket.connect(port, '127.0.0.1', () => {
      const all = [
        'Host: localhost',
        `x-api-key: ${key}`,
        'Connection: close',
        `Content-Length: ${Buffer.byteLength(body)}`,
        ...headers,
      ];
      socket.write(`${requestLine} HTTP/1.1\r\n${all.join('\r\n')}\r\n\r\n${body}`);
    });
  });
}
