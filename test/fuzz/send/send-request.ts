import { Socket } from 'node:net';
import type { FuzzRequest } from '../generate/request.ts';
import type { Limits } from '../limits.ts';
import { headOf, toWire } from './wire.ts';
import type { Receiver } from './wire.ts';

export type Outcome = {
  /** `left`: the client disconnected as planned. `dropped`: the server closed without an answer. */
  kind: 'answered' | 'left' | 'dropped' | 'hung' | 'refused';
  status: number | undefined;
  /** Milliseconds from the last byte sent to the head of the answer. */
  ms: number;
  /** The start of the answer. */
  text: string;
};

export type Patience = Pick<Limits, 'hangMs' | 'patienceMs'>;

const keptCharacters = 4_000;
const maxAnswerBytes = 4 * 1024 * 1024;

/** Sends a request over its own connection, which it treats as the request says. */
export function sendRequest(
  request: FuzzRequest,
  receiver: Receiver,
  requestId: string,
  patience: Patience,
): Promise<Outcome> {
  const wire = toWire(request, receiver, requestId);
  const all = Buffer.concat([headOf(wire), wire.framed]);
  const headLength = all.length - wire.framed.length;
  const socket = new Socket({ allowHalfOpen: true });
  return new Promise((resolve) => {
    const answer = readAnswer(socket, request, patience, resolve);
    socket.connect(receiver.port, '127.0.0.1', () =>
      deliver(socket, request, { all, headLength, done: answer.sent, left: answer.left }),
    );
  });
}

type Delivery = { all: Buffer; headLength: number; done: () => void; left: () => void };

function deliver(socket: Socket, request: FuzzRequest, delivery: Delivery): void {
  const { all, headLength, done, left } = delivery;
  const { ending, framing } = request;
  if (ending.kind === 'slow') return deliverSlowly(socket, all, ending.pieces, done);
  if (ending.kind === 'whole') {
    // The server waits for bytes that are never sent, so the connection is ended.
    const end = framing === 'too-long' ? () => socket.end() : undefined;
    socket.write(all, () => {
      end?.();
      done();
    });
    return;
  }
  const bodyLength = all.length - headLength;
  const upTo = ending.after === 0 ? headLength >> 1 : headLength + bodyLength * ending.after;
  socket.write(all.subarray(0, Math.floor(upTo)), () => {
    done();
    if (ending.how === 'half-close') return void socket.end();
    setTimeout(() => {
      if (ending.how === 'reset') socket.resetAndDestroy();
      else socket.destroy();
      left();
    }, 10);
  });
}

function deliverSlowly(socket: Socket, all: Buffer, pieces: number, done: () => void): void {
  const size = Math.ceil(all.length / pieces);
  const next = (at: number): void => {
    if (socket.destroyed) return;
    socket.write(all.subarray(at, at + size), () => {
      if (at + size >= all.length) done();
      else setTimeout(next, 15, at + size);
    });
  };
  next(0);
}

/** Reads the answer until it is complete, the connection ends, or the time limit is reached. */
function readAnswer(
  socket: Socket,
  request: FuzzRequest,
  { hangMs, patienceMs }: Patience,
  resolve: (outcome: Outcome) => void,
): { sent: () => void; left: () => void } {
  let text = '';
  let bytes = 0;
  let sentAt = performance.now();
  let headAt: number | undefined;
  const timer = setTimeout(() => finish(), hangMs + patienceMs);
  const finish = (kind?: Outcome['kind']): void => {
    clearTimeout(timer);
    socket.destroy();
    const status = statusOf(text);
    const ms = (headAt ?? performance.now()) - sentAt;
    resolve({ kind: kind ?? judge(request, status, ms > hangMs), status, ms, text });
  };
  socket.on('data', (data: Buffer) => {
    bytes += data.length;
    if (text.length < keptCharacters) text += data.toString('latin1').slice(0, keptCharacters);
    if (headAt !== undefined) {
      if (bytes > maxAnswerBytes) finish();
      return;
    }
    if (statusOf(text) === undefined || !text.includes('\r\n\r\n')) return;
    headAt = performance.now();
    if (/^content-type: text\/event-stream/im.test(text)) finish();
  });
  socket.on('end', () => finish());
  socket.on('close', () => finish());
  socket.on('error', (error: NodeJS.ErrnoException) =>
    finish(error.code === 'ECONNREFUSED' ? 'refused' : undefined),
  );
  return { sent: () => (sentAt = performance.now()), left: () => finish('left') };
}

/** The status of the final answer, ignoring interim ones (100 Continue). */
function statusOf(text: string): number | undefined {
  const all = text.matchAll(/(?:^|\r\n\r\n)HTTP\/1\.1 (\d{3})/g);
  for (const [, status] of all) if (!status?.startsWith('1')) return Number(status);
  return undefined;
}

/** Headers that change the framing of a request: Node may refuse them by closing. */
const framingHeaders = /^(content-length|transfer-encoding|expect|upgrade|connection|host)$/i;

function judge(request: FuzzRequest, status: number | undefined, isLate: boolean): Outcome['kind'] {
  if (status !== undefined) return isLate && !request.mayWait ? 'hung' : 'answered';
  if (request.ending.kind === 'left' || request.framing.startsWith('too-')) return 'left';
  if (request.headers.some(([name]) => framingHeaders.test(name))) return 'left';
  if (isLate) return request.mayWait ? 'left' : 'hung';
  return 'dropped';
}
