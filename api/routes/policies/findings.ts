import { Type } from '@sinclair/typebox';
import { readContent } from '../../../commands/documents/read-content.ts';
import { assertKnownTeams } from '../../../commands/policies/assert-known-teams.ts';
import { tryRules } from '../../../commands/policies/try-rules.ts';
import type { JudgedPlace, Trial } from '../../../commands/policies/try-rules.ts';
import { refuseUnknownDocument } from '../../../commands/refuse-unknown-document.ts';
import type { Db } from '../../../db/connect.ts';
import { findDocument } from '../../../db/tables/documents/documents.ts';
import { findRulesState } from '../../../db/tables/policies/rules.ts';
import { countFindings, findFindings, listFindings } from '../../../db/views/policies/findings.ts';
import type { FindingFilter } from '../../../db/views/policies/findings.ts';
import { assertValid } from '../../../domain/documents/read-document.ts';
import { refuse } from '../../../domain/errors.ts';
import { dataContract } from '../../../domain/kinds/data-contract.ts';
import { dataProduct } from '../../../domain/kinds/data-product.ts';
import type { DocumentKind } from '../../../domain/kinds/kind.ts';
import { policy } from '../../../domain/kinds/policy.ts';
import { team } from '../../../domain/kinds/team.ts';
import { rulesFor, shownFinding } from '../../../domain/policies/judge.ts';
import { ruledKinds, severities } from '../../../domain/policies/rules.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import type { ApiRequest, Answer } from '../../exchange.ts';
import { cutPage, pagingQuery, readPage } from '../../http/paging/paging.ts';
import { findKnownId } from '../../present/documents/known-id.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { documentSchemas } from '../../schemas/documents/documents.ts';
import {
  findingsSchema,
  ownFindingsSchema,
  policyTrialSchema,
} from '../../schemas/policies/findings.ts';

const kinds = Object.keys(ruledKinds);

const listQuery = Type.Object({
  severity: Type.Optional(
    Type.Unsafe<string>({
      type: 'string',
      enum: [...severities],
      description: 'Only this severity',
    }),
  ),
  kind: Type.Optional(
    Type.Unsafe<string>({
      type: 'string',
      enum: kinds,
      description: 'Only documents of this kind',
    }),
  ),
  ...pagingQuery,
});

type Listed = ApiRequest<{ id: string }, (typeof listQuery)['static']>;

const keyOf = ({ kind, id }: JudgedPlace): string => `${kind}/${id}`;

/** Reads `after`: kind and id of a document. */
function readPlace(after: string | undefined): JudgedPlace | undefined {
  if (after === undefined) return undefined;
  const kind = kinds.find((each) => after.startsWith(`${each}/`));
  return kind === undefined
    ? refuse(
        'bad_request',
        `after=${after} names no document; send the value of the previous answer, e.g. data-contract/orders.`,
      )
    : { kind, id: after.slice(kind.length + 1) };
}

/** Read before the findings: read beside them, findings of former rules could be told as current. */
async function readIsCurrent(db: Db, organizationId: OrganizationId): Promise<boolean> {
  const { version, judged } = await findRulesState(db, organizationId);
  return version === judged;
}

async function answerFindings(
  { query, url, principal: { organizationId }, services }: Listed,
  about: FindingFilter,
): Promise<Answer> {
  const { knex } = services.database;
  const filter = { ...about, severity: query.severity, kind: query.kind };
  const { limit, offset, after } = readPage(query);
  const page = { after: readPlace(after), limit, offset };
  const isCurrent = await readIsCurrent(knex, organizationId);
  const [counts, rows] = await Promise.all([
    countFindings(knex, organizationId, filter),
    listFindings(knex, organizationId, filter, page),
  ]);
  const { shown, link } = cutPage(rows, { url, query }, keyOf);
  const json = { isCurrent, ...countsOf(counts), documents: shown };
  return { status: 200, json, headers: { link } };
}

const countsOf = ({ documents, errors, warnings }: Awaited<ReturnType<typeof countFindings>>) => ({
  documentCount: documents,
  errorCount: errors,
  warningCount: warnings,
});

const listOf = (
  kind: DocumentKind,
  declared: { name: string; summary: string },
  filterOf: (id: string) => FindingFilter,
): Route =>
  defineRoute({
    method: 'GET',
    path: `/api/${kind.collection}/:id/findings`,
    ...declared,
    tag: kind.collection,
    query: listQuery,
    answers: { 200: { description: 'Documents with findings', schema: findingsSchema } },
    handle: async (request) => {
      const id = await findKnownId(request.services, request.principal, kind, request.params.id);
      return answerFindings(request, filterOf(id));
    },
  });

const ofDocument = (kind: DocumentKind, name: string): Route =>
  defineRoute({
    method: 'GET',
    path: `/api/${kind.collection}/:id/findings`,
    name,
    summary: `List the rules of policies that a ${kind.title} does not keep`,
    tag: kind.collection,
    answers: { 200: { description: 'The findings', schema: ownFindingsSchema } },
    handle: async ({ params, principal, services }) => {
      const { knex } = services.database;
      const { organizationId } = principal;
      const id = await findKnownId(services, principal, kind, params.id);
      const isCurrent = await readIsCurrent(knex, organizationId);
      const findings = await findFindings(knex, { organizationId, kind: kind.name, id });
      return { status: 200, json: { isCurrent, findings } };
    },
  });

const maxShown = 100;

function presentTrial({ checked, last, found }: Trial): object {
  const all = found.flatMap(({ findings }) => findings);
  const errors = all.filter(({ severity }) => severity === 'error').length;
  const documents = found.slice(0, maxShown).map(({ document, findings }) => ({
    kind: document.kind,
    id: document.id,
    name: document.name,
    revision: document.revision,
    ownerId: document.ownerId,
    ownerName: document.ownerName,
    findings: findings.map(shownFinding),
  }));
  const counts = { documents: found.length, errors, warnings: all.length - errors };
  const next = last === undefined ? null : keyOf(last);
  return { checked, next, ...countsOf(counts), documents };
}

const trialRoute = defineRoute({
  method: 'POST',
  path: `/api/${policy.collection}/:id/findings`,
  name: 'tryPolicy',
  refuses: ['id_mismatch', 'invalid_document', 'unknown_reference'],
  summary:
    'Judge the documents of the catalog by a candidate or the stored policy, whatever its status, without storing anything',
  tag: policy.collection,
  permission: 'read',
  bounded: 'rehearsals',
  body: { formats: ['json', 'yaml'], schema: documentSchemas(policy), required: false },
  query: Type.Object({
    after: Type.Optional(Type.String({ description: 'Value of `next` of the previous answer' })),
  }),
  answers: {
    200: {
      description: 'Documents that would not keep the rules, of those judged within 1.5 s',
      schema: policyTrialSchema,
    },
  },
  handle: async ({ params, query, principal: { organizationId }, body, now, reading }) => {
    const id = checkDocumentId(params.id, policy);
    const key = { organizationId, kind: policy.name, id };
    const text =
      body.format === 'none'
        ? ((await findDocument(reading.knex, key)) ?? refuseUnknownDocument(policy, id)).body
        : (await readContent(body, { kind: policy.name, id, now })).body;
    const candidate = JSON.parse(text) as JsonObject;
    // A policy that was stored before policies had rules may hold something else in their place.
    assertValid(policy, candidate);
    if (body.format !== 'none')
      await assertKnownTeams(reading.knex, organizationId, { id, body: text });
    const rules = rulesFor(id, candidate);
    const after = readPlace(query.after);
    return {
      status: 200,
      json: presentTrial(await tryRules(reading.knex, organizationId, { rules, after })),
    };
  },
});

/** Rules of policies that documents do not keep. */
export const findingRoutes: readonly Route[] = [
  listOf(
    policy,
    {
      name: 'listPolicyFindings',
      summary: 'List the documents that do not keep the rules of a policy',
    },
    (policyId) => ({ policyId }),
  ),
  trialRoute,
  ofDocument(dataContract, 'listDataContractFindings'),
  ofDocument(dataProduct, 'listDataProductFindings'),
  listOf(
    team,
    {
      name: 'listTeamFindings',
      summary: 'List the documents of a team that do not keep rules of policies',
    },
    (ownerId) => ({ ownerId }),
  ),
];
