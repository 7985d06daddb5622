import { Type } from '@sinclair/typebox';
import { getNamespace, refuseUnknownBranch } from '../../../commands/semantics/semantic-request.ts';
import { findBranch } from '../../../db/tables/semantics/ontology-branches.ts';
import type { Branch } from '../../../db/tables/semantics/ontology-branches.ts';
import type { Principal } from '../../../domain/principal.ts';
import { checkBranchName } from '../../../domain/semantics/branch-names.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import type { Services } from '../../services.ts';

/** Query of requests that can also answer with an ontology. */
export const textQuery = Type.Object({
  text: Type.Optional(
    Type.Boolean({ description: 'True to answer with the resulting ontology, too' }),
  ),
});

type Names = { namespace: string; branch: string };

/** The checked names in a path. */
export function namesOf(params: Names): Names {
  const namespace = checkDocumentId(params.namespace);
  return { namespace, branch: checkBranchName(params.branch) };
}

/** Reads the branch of a path. Refuses with `not_found`. */
export async function readBranch(
  { database }: Services,
  { organizationId }: Principal,
  params: Names,
): Promise<Branch> {
  const { namespace: namespaceId, branch: name } = namesOf(params);
  const branch = await findBranch(database.knex, { organizationId, namespaceId, name });
  if (branch) return branch;
  await getNamespace(database.knex, { organizationId, id: namespaceId });
  return refuseUnknownBranch(namespaceId, name);
}
