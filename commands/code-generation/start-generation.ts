import { createHash } from 'node:crypto';
import type { Tx } from '../../db/connect.ts';
import { findDocument } from '../../db/tables/documents.ts';
import type { StoredDocument } from '../../db/tables/documents.ts';
import {
  insertGeneration,
  lockGeneration,
  updateGenerationWork,
} from '../../db/tables/generations.ts';
import type { GenerationKey, GenerationState } from '../../db/tables/generations.ts';
import { requestWork } from '../../db/tables/work.ts';
import type { WorkRequest } from '../../db/tables/work.ts';
import type { TypeDialect } from '../../domain/dialects/dialect.ts';
import { refuse } from '../../domain/errors.ts';
import { dataContract } from '../../domain/kinds/data-contract.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { isDcs } from '../../domain/standards/dcs/versions.ts';
import { objectOf } from '../../domain/standards/json-value.ts';
import type { ContractModel } from '../../domain/standards/odcs/contract-model.ts';
import { normaliseContract } from '../../domain/standards/odcs/normalise.ts';
import { schemaLineOf } from '../../domain/standards/odcs/versions.ts';
import { newId } from '../../lib/ids.ts';
import { refuseUnknownDocument } from '../documents/refuse-unknown-document.ts';
import { generatorEdition } from './generator-edition.ts';

/** What is asked for; type, dialect and variant are known ones. */
export type GenerationRequest = {
  type: string;
  dialect: TypeDialect | undefined;
  /** Key of a server of the contract; the first one when left out. */
  server: string | undefined;
  compat: string | undefined;
  /** Of the type `custom` only. */
  custom?: CustomGeneration;
};

/** What the endpoint of the installation is asked, and which one it is. */
type CustomGeneration = { prompt: string; endpointHash: string };

export type StartGeneration = {
  organizationId: OrganizationId;
  dataContractId: string;
  request: GenerationRequest;
  now: Date;
};

/** Names the request among those about one text of a contract, for one edition of the generators. */
export function hashRequest(
  { type, dialect, server, compat, custom }: GenerationRequest,
  edition: string = generatorEdition,
): Buffer {
  const parts = [edition, type, dialect, server, compat, custom?.prompt, custom?.endpointHash];
  return sha256(JSON.stringify(parts.map((part) => part ?? null)));
}

/** Names the text of a contract, as `findStoredGeneration` does in the database. */
export function hashContract(body: string): Buffer {
  return sha256(body);
}

/** Names the address of an endpoint, which another one is asked anew for; addresses may hold what nobody shall read. */
export function hashEndpoint(url: string): string {
  return sha256(url).toString('hex');
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * Records that code is to be generated from the contract as it is now, and the work that does it; work on the same that is under
 * way, or done, is joined. Refuses with `not_found`, `invalid_document`, `unknown_server` and `duplicate_names`.
 */
export async function startGeneration(
  tx: Tx,
  { organizationId, dataContractId, request, now }: StartGeneration,
): Promise<{ workId: string }> {
  const stored = await readContract(tx, organizationId, dataContractId);
  const contract = checkContract(JSON.parse(stored.body));
  assertServer(contract, request.server);
  assertDistinctNames(contract);
  const key = {
    organizationId,
    contractHash: hashContract(stored.body),
    requestHash: hashRequest(request),
  };
  const own = newId();
  const workId = await claimGeneration(tx, key, { format: request.type, workId: own, now });
  if (workId !== own) return { workId };
  const { kind, job, payload } = workOf(request);
  await requestWork(tx, {
    id: workId,
    organizationId,
    kind,
    job,
    key: workId,
    subjectId: dataContractId,
    payload: {
      dataContractId,
      revision: stored.revision,
      contractHash: key.contractHash.toString('hex'),
      edition: generatorEdition,
      ...(request.server !== undefined && { server: request.server }),
      ...payload,
    },
    dueAt: now,
    now,
  });
  return { workId };
}

function workOf({
  type,
  dialect,
  compat,
  custom,
}: GenerationRequest): Pick<WorkRequest, 'kind' | 'job' | 'payload'> {
  if (custom) return { kind: 'custom-generation', job: 'generate-custom', payload: custom };
  const payload = {
    type,
    ...(dialect !== undefined && { dialect }),
    ...(compat !== undefined && { compat }),
  };
  return { kind: 'code-generation', job: 'generate-code', payload };
}

/** The work that generates or has generated it: the given one, unless there was one before that did not fail. */
async function claimGeneration(
  tx: Tx,
  key: GenerationKey,
  claim: { format: string; workId: string; now: Date },
): Promise<string> {
  if (await insertGeneration(tx, key, claim)) return claim.workId;
  const before = await lockGeneration(tx, key);
  if (before && isHopeful(before)) return before.workId;
  await updateGenerationWork(tx, key, claim);
  return claim.workId;
}

function isHopeful({ answer, workState }: GenerationState): boolean {
  return answer !== null || workState === 'QUEUED' || workState === 'RUNNING';
}

async function readContract(
  tx: Tx,
  organizationId: OrganizationId,
  id: string,
): Promise<StoredDocument> {
  const stored = await findDocument(tx, { organizationId, kind: 'data-contract', id });
  return stored ?? refuseUnknownDocument(dataContract, id);
}

function checkContract(document: unknown): ContractModel {
  const contract = objectOf(document) ?? {};
  if (!isDcs(contract) && schemaLineOf(contract['apiVersion']) === undefined) {
    refuse(
      'invalid_document',
      'Code is generated from contracts in ODCS or in the Data Contract Specification only.',
    );
  }
  return normaliseContract(document);
}

function assertServer({ servers }: ContractModel, wanted: string | undefined): void {
  if (wanted === undefined || servers.some(({ server }) => server === wanted)) return;
  const known = servers.map(({ server }) => `'${server}'`).join(', ');
  const others = known === '' ? 'it has none' : `it has ${known}`;
  refuse('unknown_server', `The contract has no server '${wanted}'; ${others}.`);
}

/** Most platforms do not tell names of tables apart by case; columns that differ by it get other names there. */
function assertDistinctNames({ tables }: ContractModel): void {
  assertDistinct('Objects of the contract', tables, (name) => name.toLowerCase());
  for (const { name, properties } of tables) {
    assertDistinct(`Properties of '${name}'`, properties, (text) => text);
  }
}

function assertDistinct(
  what: string,
  named: readonly { physicalName: string }[],
  fold: (name: string) => string,
): void {
  const seen = new Map<string, string>();
  const twice = new Set<string>();
  for (const { physicalName } of named) {
    const key = fold(physicalName);
    const first = seen.get(key);
    if (first === undefined) seen.set(key, physicalName);
    else twice.add(first).add(physicalName);
  }
  if (twice.size === 0) return;
  const names = [...twice].slice(0, 20).map((name) => `'${name}'`);
  const more = twice.size > names.length ? ` and ${twice.size - names.length} more` : '';
  refuse(
    'duplicate_names',
    `${what} have the same physical name: ${names.join(', ')}${more}. Give each its own.`,
  );
}
