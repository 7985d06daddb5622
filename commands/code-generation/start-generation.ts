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
import type { TypeDialect } from '../../domain/dialects/dialect.ts';
import { refuse } from '../../domain/errors.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { isDcs } from '../../domain/standards/dcs/versions.ts';
import { objectOf } from '../../domain/standards/json-value.ts';
import type { ContractModel } from '../../domain/standards/odcs/contract-model.ts';
import { normaliseContract } from '../../domain/standards/odcs/normalise.ts';
import { schemaLineOf } from '../../domain/standards/odcs/versions.ts';
import { newId } from '../../lib/ids.ts';
import { generatorEdition } from './generator-edition.ts';

/** What is asked for; type, dialect and variant are known ones. */
export type GenerationRequest = {
  type: string;
  dialect: TypeDialect | undefined;
  /** Key of a server of the contract; the first one when left out. */
  server: string | undefined;
  compat: string | undefined;
};

export type StartGeneration = {
  organizationId: OrganizationId;
  dataContractId: string;
  request: GenerationRequest;
  now: Date;
};

/** Names the request among those about one text of a contract. */
export function hashRequest({ type, dialect, server, compat }: GenerationRequest): Buffer {
  const parts = [generatorEdition, type, dialect, server, compat];
  return sha256(JSON.stringify(parts.map((part) => part ?? null)));
}

/** Names the text of a contract, as `findStoredGeneration` does in the database. */
export function hashContract(body: string): Buffer {
  return sha256(body);
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
  const { type, dialect, server, compat } = request;
  await requestWork(tx, {
    id: workId,
    organizationId,
    kind: 'code-generation',
    job: 'generate-code',
    key: workId,
    subjectId: dataContractId,
    payload: {
      dataContractId,
      revision: stored.revision,
      contractHash: key.contractHash.toString('hex'),
      edition: generatorEdition,
      type,
      ...(dialect !== undefined && { dialect }),
      ...(server !== undefined && { server }),
      ...(compat !== undefined && { compat }),
    },
    dueAt: now,
    now,
  });
  return { workId };
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
  return stored ?? refuse('not_found', `There is no data contract with the id '${id}'.`);
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

/** Most platforms do not tell names apart by case. */
function assertDistinctNames({ tables }: ContractModel): void {
  const seen = new Map<string, string>();
  const twice = new Set<string>();
  for (const { physicalName } of tables) {
    const key = physicalName.toLowerCase();
    const first = seen.get(key);
    if (first === undefined) seen.set(key, physicalName);
    else twice.add(first).add(physicalName);
  }
  if (twice.size === 0) return;
  const names = [...twice].slice(0, 20).map((name) => `'${name}'`);
  const more = twice.size > names.length ? ` and ${twice.size - names.length} more` : '';
  refuse(
    'duplicate_names',
    `Objects of the contract have the same physical name: ${names.join(', ')}${more}. Give each its own.`,
  );
}
