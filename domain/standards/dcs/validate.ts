import { createSchemaCheck } from '../create-validator.ts';
import type { DeprecatedFormat } from '../deprecated-format.ts';
import { dcsSchema } from './schema.ts';

/** Replaced by ODCS; deprecated since the approval of 3.1 at the latest. */
export const dcs: DeprecatedFormat = {
  title: 'the Data Contract Specification (DCS)',
  instead: 'ODCS (apiVersion and kind: DataContract)',
  since: new Date('2025-12-08T00:00:00Z'),
};

/** Violations in a document of the Data Contract Specification; empty when it is valid. */
export const validateDcs = createSchemaCheck('DCS', dcsSchema).violations;
