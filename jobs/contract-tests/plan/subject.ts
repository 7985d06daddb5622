import type {
  ContractServer,
  ContractTable,
} from '../../../domain/standards/odcs/contract-model.ts';
import type { Place } from './places.ts';
import type { References } from './references.ts';

/** What a rule is about: a table, or a place in it. */
export type Subject = {
  table: ContractTable;
  /** What results call the table. */
  model: string;
  tableIndex: number;
  server: ContractServer;
  references: References;
  place?: Place;
};
