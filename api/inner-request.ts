import type { Principal } from '../domain/principal.ts';

/** A request to a route of the API that comes from another route. */
export type InnerRequest = {
  method: 'GET' | 'POST';
  /** Path and query. */
  url: string;
  headers: Readonly<Record<string, string>>;
  /** JSON text. */
  body: string | undefined;
  /** The caller, who was checked; the route checks the permissions. */
  principal: Principal;
  requestId: string;
  /** Aborts when the outer client has disconnected. */
  gone: AbortSignal;
};

export type InnerAnswer = { status: number; text: string };

/** Answers a request from inside as one from outside would be: same checks, same limits, same errors. */
export type CallRoute = (request: InnerRequest) => Promise<InnerAnswer>;
