import { refuseUnknownDocument } from '../../../commands/refuse-unknown-document.ts';
import { findHeadAndTeams } from '../../../db/tables/documents/documents.ts';
import type { DocumentKind } from '../../../domain/kinds/kind.ts';
import type { Principal } from '../../../domain/principal.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import type { Services } from '../../services.ts';

/** The id of an existing document, in its stored form. Refuses with `invalid_id` and `not_found`. */
export async function findKnownId(
  { database: { knex } }: Services,
  { organizationId }: Principal,
  kind: DocumentKind,
  wanted: string,
): Promise<string> {
  const id = checkDocumentId(wanted, kind);
  const { head } = await findHeadAndTeams(knex, { organizationId, kind: kind.name, id }, []);
  return head ? id : refuseUnknownDocument(kind, id);
}
