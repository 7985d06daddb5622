import type { AppliedGrants } from '../../../commands/scim/apply-grants.ts';
import type { ScimResource } from '../../../db/tables/scim/resources.ts';
import { versionOf } from '../../../domain/scim/resource/represent.ts';
import type { Selection } from '../../../domain/scim/resource/select-attributes.ts';
import { scimPath } from '../../../domain/scim/schemas/resource-types.ts';
import type { ResourceType } from '../../../domain/scim/schemas/resource-types.ts';
import type { Answer, ApiRequest } from '../../exchange.ts';
import { readPreconditions } from '../../http/entity-tags.ts';
import { headerValue } from '../../http/header-values.ts';
import { scimType } from '../../http/errors/scim-error.ts';
import { presentResources } from '../../present/scim/present-resources.ts';
import type { Services } from '../../services.ts';

/** Members of a request that answers need. */
export type ScimRequest = Pick<ApiRequest<unknown, unknown>, 'principal' | 'services' | 'header'>;

/** The address of the SCIM interface. */
export function baseUrlOf({ settings }: Services): string {
  return `${settings.publicUrl}${scimPath}`;
}

/** Preconditions of a write; the entity tags of SCIM are weak ones. */
export function scimPreconditions(header: (name: string) => string | undefined) {
  return readPreconditions((name) => header(name)?.replace(/W\/(?=")/g, ''));
}

/** The answer with one resource. */
export async function answerResource(
  { principal, services }: ScimRequest,
  {
    type,
    resource,
    selection,
  }: { type: ResourceType; resource: ScimResource; selection: Selection },
  status = 200,
): Promise<Answer> {
  const { knex: db } = services.database;
  const baseUrl = baseUrlOf(services);
  const { organizationId } = principal;
  const presenting = { db, organizationId, baseUrl, selection };
  const [json] = await presentResources(type, [resource], presenting);
  const headers = {
    etag: versionOf(resource.revision),
    ...(status === 201 && { location: `${baseUrl}${type.endpoint}/${resource.id}` }),
  };
  return { status, json, contentType: scimType, headers };
}

const maxNamed = 50;

/** Text of `X-Catalog-Warnings` about the accesses that people leave behind. */
export function warnOfAccess({ deprovisioned }: AppliedGrants): string | undefined {
  const sentences = deprovisioned.flatMap(({ email, accessIds }) => {
    if (accessIds.length === 0) return [];
    const named = accessIds.slice(0, maxNamed).join(', ');
    const rest = accessIds.length > maxNamed ? `, and ${accessIds.length - maxNamed} more` : '';
    return [`${email} keeps accesses until somebody ends them: ${named}${rest}`];
  });
  return sentences.length > 0 ? headerValue(sentences.join('. ')) : undefined;
}
