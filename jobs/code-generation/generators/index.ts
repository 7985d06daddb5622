import type { Generator } from '../generator.ts';
import { sqlDdl } from './sql-ddl.ts';
import { sqlSelect } from './sql-select.ts';

/** Every format, in the order of the documentation. */
export const generators: readonly Generator[] = [sqlDdl, sqlSelect];
