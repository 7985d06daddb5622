import { refuse } from '../domain/errors.ts';
import type { OwnerProblem } from '../domain/kinds/kind.ts';

/** Refuses a document none of whose named owners exists. */
export function refuseOwner({ code, message, request }: OwnerProblem): never {
  const further = request === undefined ? '' : `, or let the request write it: ${request}`;
  return refuse(code, `${message}${further}.`);
}
