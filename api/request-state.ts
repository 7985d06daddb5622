import type { Context } from 'koa';
import type { Principal } from '../domain/principal.ts';
import type { Authenticate } from './auth/authenticate.ts';
import type { Route } from './route.ts';

/** The state that middleware attaches to the context of a request. */
export type RequestState = {
  requestId: string;
  principal?: Principal;
  /** Declared path of the matching route. */
  route?: string;
  /** That route, if it is a route of the API. */
  declaration?: Route;
  /** Replaces the check of credentials: the request comes from inside, for a caller who was checked. */
  authenticate?: Authenticate;
  /** Releases the bounds of the request. */
  leaveBounds?: () => void;
};

/** The state of a request, typed. */
export function stateOf(ctx: Context): RequestState {
  return ctx.state;
}
