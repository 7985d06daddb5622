import { trinoTypes } from './trino.ts';
import type { TypeSystem } from './type-system.ts';

/** Amazon Athena: Trino, whose tables are declared with the names of Hive. */
export const athenaTypes: TypeSystem = { ...trinoTypes, title: 'Amazon Athena' };
