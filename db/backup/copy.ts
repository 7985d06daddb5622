import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { Duplex } from 'node:stream';
import type { Client, Connection, Submittable } from 'pg';

/** What pg calls on a submitted query; `@types/pg` lists only `submit`. */
type CopyQuery = Submittable & {
  handleError: (error: Error) => void;
  handleCommandComplete: (message: { text: string }) => void;
  handleReadyForQuery: () => void;
  handleCopyData?: (message: { chunk: Buffer }) => void;
  handleCopyInResponse?: () => void;
};

/** The connection of pg with its messages for COPY, which `@types/pg` does not list. */
type CopyConnection = Connection & {
  stream: Duplex;
  sendCopyFromChunk: (chunk: Uint8Array) => void;
  endCopyFrom: () => void;
  sendCopyFail: (reason: string) => void;
};

/** The rows of a COPY … TO STDOUT, in pieces of any size, and their number once all are read. */
export type CopiedRows = { chunks: AsyncIterable<Buffer>; count: () => number };

/** `COPY 123` → 123 */
function countIn({ text }: { text: string }): number {
  return Number(text.split(' ').at(-1));
}

/**
 * Starts a COPY … TO STDOUT. The server waits until its chunks are read, so that memory stays small whatever the size of the table. All
 * chunks must be read before the next statement.
 */
export function copyOut(client: Client, statement: string): CopiedRows {
  let connection: CopyConnection | undefined;
  let count = 0;
  const chunks = new Readable({ read: () => connection?.stream.resume() });
  const query: CopyQuery = {
    submit: (opened) => {
      connection = opened as CopyConnection;
      connection.query(statement);
    },
    // pg reuses the memory of the chunk for the next messages.
    handleCopyData: ({ chunk }) => {
      if (chunks.destroyed) return;
      if (!chunks.push(Buffer.from(chunk))) connection?.stream.pause();
    },
    handleCommandComplete: (message) => (count = countIn(message)),
    // After its last chunk the stream is not asked for more, which would resume the connection.
    handleReadyForQuery: () => {
      connection?.stream.resume();
      chunks.push(null);
    },
    handleError: (error) => {
      connection?.stream.resume();
      chunks.destroy(error);
    },
  };
  client.query(query);
  return { chunks, count: () => count };
}

/** The parts of a running COPY … FROM STDIN. */
type CopyInto = {
  /** Settles when the server waits for rows. */
  accepted: Promise<CopyConnection>;
  /** The number of rows, once the server has taken all. */
  ended: Promise<number>;
  failure: () => Error | undefined;
};

/** Runs a COPY … FROM STDIN with these chunks; returns the number of rows. An error of `chunks` is rethrown. */
export async function copyIn(
  client: Client,
  statement: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<number> {
  const { accepted, ended, failure } = startCopyIn(client, statement);
  // A rejection is handled below, after the last chunk.
  ended.catch(() => undefined);
  const connection = await accepted;
  const { stream } = connection;
  try {
    for await (const chunk of chunks) {
      if (failure()) break;
      connection.sendCopyFromChunk(chunk);
      if (stream.writableNeedDrain) await Promise.race([once(stream, 'drain'), ended]);
    }
  } catch (error) {
    if (failure()) throw failure();
    connection.sendCopyFail('the rows cannot be read');
    await ended.catch(() => undefined);
    throw error;
  }
  if (!failure()) connection.endCopyFrom();
  return ended;
}

function startCopyIn(client: Client, statement: string): CopyInto {
  let connection: CopyConnection;
  let failure: Error | undefined;
  let count = 0;
  const ends: { resolve: (count: number) => void; reject: (error: Error) => void }[] = [];
  const ended = new Promise<number>((resolve, reject) => ends.push({ resolve, reject }));
  const accepted = new Promise<CopyConnection>((resolve, reject) => {
    const query: CopyQuery = {
      submit: (opened) => {
        connection = opened as CopyConnection;
        connection.query(statement);
      },
      handleCopyInResponse: () => resolve(connection),
      handleCommandComplete: (message) => (count = countIn(message)),
      handleReadyForQuery: () => ends[0]?.resolve(count),
      handleError: (error) => {
        failure = error;
        reject(error);
        ends[0]?.reject(error);
      },
    };
    client.query(query);
  });
  return { accepted, ended, failure: () => failure };
}
