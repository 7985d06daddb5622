import { createHash } from 'node:crypto';
import type { Db } from '../../db/connect.ts';
import { findDocument } from '../../db/tables/documents/documents.ts';
import { dataContract } from '../../domain/kinds/data-contract.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { LinkedDefinitions } from '../../domain/standards/odcs/linked-definitions.ts';
import { readStoredDefinitions } from '../definitions/read-stored-definitions.ts';
import { refuseUnknownDocument } from '../refuse-unknown-document.ts';
import { runOnStored } from '../tasks/run-task.ts';

/** The linked definitions that a generation depends on. */
export type DefinitionsOfRequest = {
  /** Hash of the definitions stored here. */
  stored: string;
  /** Answers with definitions of other catalogs are reused until this changes; undefined if there are none. */
  period?: number;
};

/** Definitions of other catalogs change unnoticed, so an answer that needs them is made again after this time. */
const reuseMs = 10 * 60_000;

/** Identifies the definitions stored here that a contract links. */
export function hashDefinitions(definitions: LinkedDefinitions): string {
  const sorted = Object.entries(definitions).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
}

/** The definitions that the current contract links. Refuses with `not_found`. */
export async function definitionsOfRequest(
  db: Db,
  organizationId: OrganizationId,
  { dataContractId, now }: { dataContractId: string; now: Date },
): Promise<DefinitionsOfRequest> {
  const stored = await findDocument(db, {
    organizationId,
    kind: 'data-contract',
    id: dataContractId,
  });
  const { body } = stored ?? refuseUnknownDocument(dataContract, dataContractId);
  return definitionsOfText(db, organizationId, { body, now });
}

/** The definitions that the text of a contract links. */
export async function definitionsOfText(
  db: Db,
  organizationId: OrganizationId,
  { body, now }: { body: string; now: Date },
): Promise<DefinitionsOfRequest> {
  const urls = await runOnStored('listDefinitionUrls', body);
  const definitions = await readStoredDefinitions(db, organizationId, { urls });
  const isWhole = Object.keys(definitions).length === urls.length;
  return {
    stored: hashDefinitions(definitions),
    ...(!isWhole && { period: Math.floor(now.getTime() / reuseMs) }),
  };
}
