import { typeDialectOf } from '../../domain/dialects/dialect.ts';
import type { TypeDialect } from '../../domain/dialects/dialect.ts';
import type { ContractServer } from '../../domain/standards/odcs/contract-model.ts';
import type { GeneratorInfo } from './generator.ts';

/**
 * The dialect of a format: the requested one, else that of the server, else Postgres, else the format's first one;
 * undefined for formats without dialects.
 */
export function chooseDialect(
  { dialects }: Pick<GeneratorInfo, 'dialects'>,
  asked: TypeDialect | undefined,
  server: ContractServer | undefined,
): TypeDialect | undefined {
  const wanted = [asked, typeDialectOf(server?.type ?? ''), 'postgres'] as const;
  return wanted.find((name) => name !== undefined && dialects.includes(name)) ?? dialects[0];
}
