import type { Static, TObject } from '@sinclair/typebox';
import type { NamedPort } from '../../../commands/lineage/record-lineage.ts';
import { deprecationHeaders } from '../../http/deprecation.ts';
import type { portQuery } from '../../schemas/lineage/events.ts';

/** Date on which outputPortId replaced outputPortName, which has no end yet. */
const { deprecation } = deprecationHeaders(new Date('2026-11-01T00:00:00Z'), '9999-12-31');

/** The data product and output port of a query, and the header that says that the query uses a former name. */
export function readNamedPort(query: Static<TObject<typeof portQuery>>): {
  named: NamedPort;
  headers: { deprecation: string | undefined };
} {
  const { dataProductId, outputPortId, outputPortName } = query;
  return {
    named: { dataProductId, outputPort: outputPortId ?? outputPortName },
    headers: { deprecation: outputPortName === undefined ? undefined : deprecation },
  };
}
