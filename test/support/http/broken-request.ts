import { once } from 'node:events';
import { connect } from 'node:net';
import { pause } from '../../../lib/clock.ts';

/** Ways to break off a request. `garbage` continues with unexpected bytes. */
export const faults = ['abort', 'half-close', 'reset', 'garbage'] as const;
export type Fault = (typeof faults)[number];

export type BrokenRequest = {
  /** Request line and headers, without the length of the body. */
  head: string;
  /** The complete body. */
  body: Buffer;
  /** Number of bytes of the body that are sent before the fault. */
  sentBytes: number;
  fault: Fault;
  /** Delay in milliseconds before the fault, so that it meets the handling at different steps. */
  delayMs: number;
};

/** A server that neither answers nor closes within this time leaves the request hanging. */
const hangMs = 30_000;

const garbage = Buffer.from([0xff, 0x00, 0x1f, 0x8b, 0x08, 0xff, 0x0d, 0x0a, 0x80, 0x7f]);

/** Sends a part of a request and breaks it off; resolves with the server's answer when the connection has ended. */
export async function sendBroken(port: number, request: BrokenRequest): Promise<string> {
  const { head, body, sentBytes, fault, delayMs } = request;
  const socket = connect({ port, host: '127.0.0.1' });
  let answer = '';
  socket.on('data', (data: Buffer) => {
    answer += data.toString('latin1');
    // A server keeps the connection open behind its answer, for seconds.
    if (fault === 'garbage' || fault === 'half-close') socket.destroy();
  });
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  socket.setTimeout(hangMs, () => {
    answer = `HANGS ${answer}`;
    socket.destroy();
  });
  const start = `${head}\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n`;
  socket.write(Buffer.concat([Buffer.from(start), body.subarray(0, sentBytes)]));
  if (!socket.connecting || (await connected(socket))) {
    await pause(delayMs);
    breakOff(socket, fault, body.length - sentBytes);
  }
  await closed;
  return answer;
}

function connected(socket: ReturnType<typeof connect>): Promise<boolean> {
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('close', () => resolve(false));
  });
}

function breakOff(socket: ReturnType<typeof connect>, fault: Fault, missingBytes: number): void {
  if (fault === 'abort') socket.destroy();
  if (fault === 'half-close') socket.end();
  if (fault === 'reset') socket.resetAndDestroy();
  // After the end of the body, garbage is the beginning of another request.
  if (fault === 'garbage') socket.write(Buffer.alloc(missingBytes || 64, garbage));
}
