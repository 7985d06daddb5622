import type { Readable } from 'node:stream';
import type { Database } from '../db/connect.ts';
import type { Principal } from '../domain/principal.ts';
import type { Services } from './services.ts';

/** The answer of a handler, independent of HTTP; `text` is sent unchanged, `json` is serialized. */
export type Answer = {
  status: number;
  headers?: Record<string, string | undefined>;
  json?: unknown;
  text?: string;
  /** Sent instead of `text`, with `content-encoding` in the headers. */
  bytes?: Buffer;
  /** Sent instead of `text`, piece by piece. */
  stream?: Readable;
  /** Type of `text` and `stream`. Default: `application/json`. */
  contentType?: string;
  /** Members to add to the answer of a dry run; runs once everything has been rolled back. */
  preview?: (services: Services) => Promise<object>;
  /** Runs after the complete answer has been sent, unless its body was omitted (HEAD, 304). */
  onceSent?: () => Promise<unknown>;
};

/**
 * Result of a handler that has requested work and waits for it: the work commits with the other writes of the
 * handler, then `answer` waits outside of the transaction. `answer` must use the services that it is passed.
 */
export type PendingAnswer = { workId: string; answer: (services: Services) => Promise<Answer> };

export type Handled = Answer | PendingAnswer;

/** A request as handlers receive it: checked parameters, the unparsed body, and the principal. */
export type ApiRequest<Params, Query> = {
  params: Params;
  query: Query;
  principal: Principal;
  requestId: string;
  now: Date;
  /** Checks the key again and returns its principal; refuses if the key no longer works. For long answers. */
  checkKey: () => Promise<Principal>;
  /** Aborts when the client has disconnected. */
  gone: AbortSignal;
  /** Method as sent: a HEAD request is handled by the route of GET. */
  method: string;
  header: (name: string) => string | undefined;
  /** Address of the client, or its network for IPv6; proxies of the installation are looked through. */
  clientHost: string;
  /** Path and query as sent, for links. */
  url: URL;
  body: RawBody;
  /** Opens the body of a route that reads it piece by piece. */
  openBody: () => BodyStream;
  /**
   * Work of an earlier request with the same Idempotency-Key; the handler waits for it instead of requesting
   * new work.
   */
  joinedWork: string | undefined;
  /**
   * Its database is one transaction if the request has an Idempotency-Key; the transaction begins with the
   * first statement.
   */
  services: Services;
  /** The database outside of that transaction, for reads that are followed by slow work. */
  reading: Database;
};

/** An unparsed body: its text (UTF-8 checked) and the format that its content type declares. */
export type RawBody = {
  text: string;
  format: 'json' | 'yaml' | 'turtle' | 'rdf+xml' | 'x-www-form-urlencoded' | 'form-data' | 'none';
};

/** A body that is read piece by piece; an error refuses when the reader reaches it. */
export type BodyStream = {
  format: 'x-ndjson' | 'yaml' | 'form-data' | 'json' | 'x-www-form-urlencoded' | 'x-protobuf';
  chunks: AsyncIterable<Buffer>;
};
