import type {
  ContractServer,
  ContractTable,
} from '../../../domain/standards/odcs/contract-model.ts';
import type { Location } from './locations.ts';
import type { References } from './references.ts';

/** The subject of a rule: a table, or a location in it. */
export type Subject = {
  table: ContractTable;
  /** The name of the table in results. */
  model: string;
  tableIndex: number;
  server: ContractServer;
  references: References;
  location?: Location;
};
