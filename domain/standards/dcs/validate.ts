import { createSchemaCheck } from '../check-schema.ts';
import type { DeprecatedFormat } from '../deprecated-format.ts';
import { dcsSchema } from './schema.ts';

/** Replaced by ODCS, with 3.1 at the latest. */
export const dcs: DeprecatedFormat = {
  title: 'the Data Contract Specification (DCS)',
  instead: 'ODCS (apiVersion and kind: DataContract)',
  since: new Date('2025-12-08T00:00:00Z'),
};

/** What is wrong with a document of the Data Contract Specification; empty when nothing is. */
export const validateDcs = createSchemaCheck('DCS', dcsSchema).violations;
