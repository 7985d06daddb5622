import { quoteLiteral } from '../../domain/dialects/names/quote.ts';
import { maxProcessMegabytes } from './child.ts';
import type { DuckdbEnded } from './child.ts';

/** Describes a statement by the files that it reads. */
function doing(sql: string, names: ReadonlyMap<string, string>): string {
  const files = [...names].filter(([file]) => sql.includes(quoteLiteral(file)));
  const [first, ...others] = files.map(([, name]) => name);
  if (first === undefined) return 'running the query';
  if (others.length === 0) return `reading ${first}`;
  return `reading ${first} and ${others.length} other file${others.length === 1 ? '' : 's'}`;
}

const limit = `${maxProcessMegabytes.toLocaleString('en-US')} MB`;

/** The error of a statement whose process has ended, for readers of test results. */
export function describeEnd(
  { reason }: DuckdbEnded,
  sql: string,
  names: ReadonlyMap<string, string>,
): Error {
  const what = doing(sql, names);
  if (reason === 'memory') {
    return new Error(`DuckDB was stopped while ${what}: it used more than ${limit} of memory`);
  }
  if (reason === 'killed') {
    const why = 'the system killed it, as it does when the machine runs out of memory';
    return new Error(`DuckDB was stopped while ${what}: ${why}`);
  }
  return new Error(`DuckDB ${reason === 'ended' ? 'was ended' : 'crashed'} while ${what}`);
}
