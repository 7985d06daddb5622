import { dialectOf } from '../../domain/dialects/dialect.ts';
import type { TypeDialect } from '../../domain/dialects/dialect.ts';
import type { ContractServer } from '../../domain/standards/odcs/contract-model.ts';
import type { Generator } from './generator.ts';

/** Platforms that no tests run on, but that tables can be written for. */
const furtherDialects: ReadonlyMap<string, TypeDialect> = new Map([
  ['oracle', 'oracle'],
  ['athena', 'athena'],
  ['glue', 'athena'],
  ['clickhouse', 'clickhouse'],
]);

/**
 * The dialect of a format: the one asked for, else that of the server, else Postgres, else the format's first one; undefined for
 * formats without dialects.
 */
export function chooseDialect(
  { dialects }: Pick<Generator, 'dialects'>,
  asked: TypeDialect | undefined,
  server: ContractServer | undefined,
): TypeDialect | undefined {
  const type = server?.type.toLowerCase() ?? '';
  const wanted = [asked, dialectOf(type) ?? furtherDialects.get(type), 'postgres'] as const;
  return wanted.find((name) => name !== undefined && dialects.includes(name)) ?? dialects[0];
}
