import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { addOwners, locateRefusal, readContent } from '../../../commands/documents/read-content.ts';
import { deleteDocument } from '../../../commands/documents/delete-document.ts';
import { putDocument } from '../../../commands/documents/put-document.ts';
import type { PutResult } from '../../../commands/documents/put-document.ts';
import type { PutDocument } from '../../../commands/documents/put-request.ts';
import type { Database } from '../../../db/connect.ts';
import { listMissingPortsInUse } from '../../../db/tables/access/access.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import type { DocumentKind } from '../../../domain/kinds/kind.ts';
import { describeDocument, documentKinds } from '../../../domain/kinds/index.ts';
import type { DocumentContent, DocumentFacts } from '../../../domain/documents/read-document.ts';
import { dataContract } from '../../../domain/kinds/data-contract.ts';
import { dataProduct } from '../../../domain/kinds/data-product.ts';
import { ruledKinds } from '../../../domain/policies/rules.ts';
import { team } from '../../../domain/kinds/team.ts';
import type { RefusalCode } from '../../../domain/errors.ts';
import { productTypeWarning } from '../../../domain/organizations/product-types.ts';
import { deprecationHeaders } from '../../http/deprecation.ts';
import { documentPage } from '../../present/documents/document-page.ts';
import { documentPath } from '../../present/documents/document-paths.ts';
import { entityTag, preconditionHeaders, readPreconditions } from '../../http/entity-tags.ts';
import type { ResponseHeader } from '../../http/header-catalogue.ts';
import { headerValue } from '../../http/header-values.ts';
import { collection } from '../../collection.ts';
import type { Route } from '../../route.ts';
import type { Answer, ApiRequest, RawBody } from '../../exchange.ts';
import { documentSchemas } from '../../schemas/documents/documents.ts';
import { informedTeamQuery, ownerTeamQuery } from '../../schemas/documents/bulk.ts';
import { unknownMembersWarning } from '../../http/warnings.ts';
import { readProductTypes } from '../organization/read-catalog-settings.ts';
import { documentAudit, documentVersions } from './document-history.ts';
import { documentList } from './document-list.ts';
import { documentAsJson, yamlRoutes } from './document-reads.ts';

const putQueries = Type.Object({ ...ownerTeamQuery, ...informedTeamQuery });

/** The routes of every kind of document; if ids may contain '/', the first matching route wins. */
export const documentRoutes: readonly Route[] = documentKinds.flatMap((kind) => [
  ...yamlRoutes(kind),
  ...routesOf(kind),
]);

function routesOf(kind: DocumentKind): Route[] {
  return collection(
    {
      path: documentPath(kind),
      noun: kind.title,
      plural: pluralOf(kind),
      tag: kind.collection,
      schema: documentSchemas(kind),
    },
    {
      list: documentList(kind),
      versions: documentVersions(kind),
      audit: documentAudit(kind),
      get: documentAsJson(kind),
      put: {
        takes: preconditionHeaders,
        sends: headersOfPut(kind),
        refuses: refusalsOfPut(kind),
        permission: { actions: [kind.permissions.add, kind.permissions.edit], on: 'owner' },
        body: { formats: ['json', 'yaml'], schema: documentSchemas(kind) },
        ...(kind.answersPut && {
          answers: {
            200: {
              description: 'Stored; the answer is what was stored',
              schema: documentSchemas(kind),
            },
          },
        }),
        query: putQuery(kind),
        read: (request) => readPut(kind, request),
        handle: (request) => answerPut(kind, request),
      },
      delete: {
        takes: preconditionHeaders,
        refuses: ['in_use'],
        permission: { actions: [kind.permissions.remove], on: 'owner' },
        handle: (request) => answerDelete(kind, request),
      },
    },
  );
}

/** Contracts show how far a change reaches; only contracts and products have deprecated formats. */
function headersOfPut({ name }: DocumentKind): ResponseHeader[] {
  const isContract = name === dataContract.name;
  const isStandard = isContract || name === dataProduct.name;
  return [
    'etag',
    'location-html',
    'x-catalog-warnings',
    ...(isContract ? (['x-contract-change'] as const) : []),
    ...(isStandard ? (['deprecation', 'sunset'] as const) : []),
  ];
}

function refusalsOfPut({ name, ports }: DocumentKind): RefusalCode[] {
  return [
    'invalid_document',
    'ownership_missing',
    'unknown_reference',
    ...(name === dataContract.name ? (['breaking_change'] as const) : []),
    ...(name === team.name ? (['team_hierarchy_cycle'] as const) : []),
    ...(ports ? (['in_use'] as const) : []),
    ...(Object.hasOwn(ruledKinds, name) ? (['policy_violation'] as const) : []),
  ];
}

function pluralOf({ title }: DocumentKind): string {
  return title.endsWith('y') ? `${title.slice(0, -1)}ies` : `${title}s`;
}

type Request = ApiRequest<{ id: string }, object>;
type PutSent = ApiRequest<{ id: string }, Static<typeof putQueries>> & Pick<PutDocument, 'content'>;

/** Only contracts take their owner from the request; contracts and products have consumers. */
function putQuery({ name, withOwner }: DocumentKind): typeof putQueries {
  const hasConsumers = name === dataContract.name || name === dataProduct.name;
  const query = { ...(withOwner && ownerTeamQuery), ...(hasConsumers && informedTeamQuery) };
  return Type.Object(query) as typeof putQueries;
}

async function readPut(
  kind: DocumentKind,
  request: ApiRequest<{ id: string }, Static<typeof putQueries>>,
): Promise<DocumentContent> {
  const { params, query, now, body, principal, services } = request;
  const { deprecatedFormatsUntil } = services.settings;
  const address = { kind: kind.name, id: checkDocumentId(params.id, kind) };
  const content = await readContent(body, { ...address, now, deprecatedFormatsUntil });
  const named = query.ownerTeamId;
  const facts = { principal, named, now, deprecatedFormatsUntil };
  const [owned] = await addOwners(services.database.knex, [{ ...address, content }], facts);
  return owned ?? content;
}

async function answerPut(kind: DocumentKind, request: PutSent): Promise<Answer> {
  const { params, principal, requestId, now, header, body, content, services, reading } = request;
  const id = checkDocumentId(params.id, kind);
  const preconditions = readPreconditions(header);
  const { deprecatedFormatsUntil, publicUrl } = services.settings;
  const informed = [...new Set(request.query.informedTeamId)];
  const written = { kind, id, content, principal, requestId, preconditions, now, reading };
  const put = { ...written, informed };
  const result = await putSent(services.database, put, body);
  const { deprecatedFormat } = content.facts;
  if (result.outcome !== 'unchanged') services.database.signals.send('events_recorded');
  const tag = entityTag(result, body.format === 'yaml' ? 'yaml' : 'json');
  return {
    status: 200,
    ...(kind.answersPut && { text: content.body }),
    headers: {
      etag: content.rewritten ? undefined : tag,
      'location-html': headerValue(documentPage(publicUrl, kind, id)),
      'x-contract-change': result.change?.impact,
      'x-catalog-warnings': await warningsOf(services.database, put, result),
      ...(deprecatedFormat && deprecationHeaders(deprecatedFormat.since, deprecatedFormatsUntil)),
    },
  };
}

async function warningsOf(
  database: Database,
  put: PutDocument,
  result: PutResult,
): Promise<string | undefined> {
  const missing = await missingPorts(database, put, result);
  const type = await typeWarning(database, put);
  const further = [...(result.warnings ?? []), ...(type ?? [])];
  return warnings(put.content.facts, { ...result, warnings: further }, missing);
}

/** A type of a product that is none of those of the organization. */
async function typeWarning(
  { knex }: Database,
  { kind, principal, content }: PutDocument,
): Promise<string[] | undefined> {
  const { archetype } = content.facts;
  if (kind.name !== dataProduct.name || archetype === undefined) return undefined;
  const sentence = productTypeWarning(
    archetype,
    await readProductTypes(knex, principal.organizationId),
  );
  return sentence === undefined ? undefined : [sentence];
}

/** Removed ports of a product that are still in use: their grants remain, but no document shows them. */
async function missingPorts(
  { knex }: Database,
  { kind, id, principal, content }: PutDocument,
  { outcome }: PutResult,
): Promise<string[]> {
  if (!kind.ports || outcome !== 'updated') return [];
  const { ports } = content.facts;
  return listMissingPortsInUse(knex, principal.organizationId, { id, ports });
}

/** Adds line and column to an error in a YAML body. */
async function putSent(database: Database, put: PutDocument, body: RawBody): Promise<PutResult> {
  try {
    return await putDocument(database, put);
  } catch (error) {
    throw await locateRefusal(error, body);
  }
}

async function answerDelete(
  kind: DocumentKind,
  { params, principal, requestId, now, header, services, reading }: Request,
): Promise<Answer> {
  const id = checkDocumentId(params.id, kind);
  const preconditions = readPreconditions(header);
  const request = { kind, id, principal, requestId, preconditions, now, reading };
  await deleteDocument(services.database, request);
  services.database.signals.send('events_recorded');
  return { status: 200 };
}

/** Maximum number of unregistered documents that a warning names. */
const maxNamed = 20;

/** Warnings about a document that was stored nevertheless. */
export function warnings(
  { unknownMembers, notices, timing }: DocumentFacts,
  { unregistered, warnings: further = [] }: Pick<PutResult, 'unregistered' | 'warnings'>,
  missing: readonly string[] = [],
): string | undefined {
  const sentences: string[] = [...notices];
  if (unknownMembers.length > 0) sentences.push(unknownMembersWarning(unknownMembers));
  if (unregistered.length > 0) {
    const names = [...new Set(unregistered.map(describeDocument))];
    const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : '';
    const some = names.slice(0, maxNamed).join(', ');
    sentences.push(`Not registered yet: ${some}${more}; register them or correct the references`);
  }
  sentences.push(...further);
  if (timing?.kind === 'invalid') {
    sentences.push(`It is not tested by schedule: ${timing.problem.replace(/\.$/, '')}`);
  }
  if (missing.length > 0) {
    sentences.push(`Accesses use output ports that it does not have: ${missing.join(', ')}`);
  }
  return sentences.length > 0 ? headerValue(sentences.join('. ')) : undefined;
}
