import { refuse } from '../domain/errors.ts';

/** The instant that a query parameter names; undefined when it was not given. Refuses with `bad_request`. */
export function readInstant(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const instant = new Date(text);
  return Number.isNaN(instant.getTime())
    ? refuse('bad_request', `${name}=${text} is no date-time, e.g. 2026-01-31T00:00:00Z.`)
    : instant;
}
