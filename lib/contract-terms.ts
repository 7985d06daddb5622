import { createHash } from 'node:crypto';

type Json = Record<string, unknown>;

/** What a contract says about the use of its data, by name. */
export type Terms = Record<string, string>;

const members = ['limitations', 'usage', 'billing', 'noticePeriod'];

/** The terms of use of a contract: `description` of ODCS, `terms` of the Data Contract Specification. */
export function termsOf(contract: Json): Terms {
  const said = { ...asObject(contract['terms']), ...asObject(contract['description']) };
  const given = members.map((name) => [name, said[name]] as const);
  return Object.fromEntries(
    given.filter((pair): pair is [string, string] => {
      const [, text] = pair;
      return typeof text === 'string' && text.trim() !== '';
    }),
  );
}

/** Names these terms: an acknowledgement of other or older terms does not count. */
export function termsIdOf(terms: Terms): string | undefined {
  if (Object.keys(terms).length === 0) return undefined;
  return createHash('sha256').update(JSON.stringify(terms)).digest('hex').slice(0, 16);
}

function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Json)
    : {};
}
