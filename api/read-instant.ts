import { refuse } from '../domain/errors.ts';

const pattern =
  /^(\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)?)(Z|[+ -]\d{2}:\d{2})?$/;

/** The instant that a query parameter names; undefined when it was not given. Refuses with `bad_request`. */
export function readInstant(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const [, start = '', offset = ''] = pattern.exec(text) ?? [];
  // A plus sign in a query is a space, unless it was sent as %2B.
  const instant = new Date(start + offset.replace(' ', '+'));
  return Number.isNaN(instant.getTime())
    ? refuse('bad_request', `${name}=${text} is no date or date-time, e.g. 2026-01-31T00:00:00Z.`)
    : instant;
}
