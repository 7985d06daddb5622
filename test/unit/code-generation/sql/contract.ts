import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import { normaliseContract } from '../../../../domain/standards/normalise-contract.ts';
import type { ContractModel } from '../../../../domain/standards/odcs/contract-model.ts';
import { sqlDdl } from '../../../../jobs/code-generation/generators/sql/generator.ts';
import { sqlSelect } from '../../../../jobs/code-generation/generators/sql/select.ts';
import { withWarnings } from '../contracts.ts';

/** A contract of ODCS 3.2 with these objects. */
export function sqlContract(schema: unknown[], more: object = {}): ContractModel {
  return normaliseContract({
    apiVersion: 'v3.2.0',
    kind: 'DataContract',
    id: 'shop',
    version: '1',
    schema,
    ...more,
  });
}

/** A contract of one table `t` with these properties. */
export const tableOf = (...properties: object[]): ContractModel =>
  sqlContract([{ name: 't', properties }]);

type Server = { server: string; type: string } & Record<string, unknown>;

/** The script of a contract, and its notes. */
export function scriptOf(contract: ContractModel, dialect: TypeDialect, server?: Server) {
  const [file] = withWarnings(sqlDdl.generate(contract, { dialect, server, compat: undefined }));
  return { text: file?.content ?? '', notes: file?.metadata.notes ?? [] };
}

/** The queries of a contract, one after the other, and their notes. */
export function queriesOf(contract: ContractModel, dialect: TypeDialect, server?: Server) {
  const files = withWarnings(sqlSelect.generate(contract, { dialect, server, compat: undefined }));
  return {
    text: files.map(({ content }) => content).join(''),
    notes: files.flatMap(({ metadata }) => metadata.notes),
  };
}
