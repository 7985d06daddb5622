import { createHash } from 'node:crypto';
import type { Database, Db, Tx } from '../../db/connect.ts';
import { findDocument } from '../../db/tables/documents/documents.ts';
import type { StoredDocument } from '../../db/tables/documents/documents.ts';
import {
  insertGeneration,
  lockGeneration,
  updateGenerationWork,
} from '../../db/tables/code-generation/generations.ts';
import type {
  GenerationKey,
  GenerationState,
} from '../../db/tables/code-generation/generations.ts';
import { requestWork } from '../../db/tables/work/work.ts';
import type { WorkRequest } from '../../db/tables/work/work.ts';
import { transact } from '../../db/transact.ts';
import type { TypeDialect } from '../../domain/dialects/dialect.ts';
import { dataContract } from '../../domain/kinds/data-contract.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { newId } from '../../lib/ids.ts';
import { refuseUnknownDocument } from '../refuse-unknown-document.ts';
import type { Reading } from '../reading.ts';
import { runOnStored } from '../tasks/run-task.ts';
import type { DefinitionsOfRequest } from './definitions-of-request.ts';
import { generatorEdition } from './generator-edition.ts';

/** A checked request; type, dialect and variant are known. */
export type GenerationRequest = {
  type: string;
  dialect: TypeDialect | undefined;
  /** Key of a server of the contract; the first server if undefined. */
  server: string | undefined;
  compat: string | undefined;
  /** Only for contracts that link definitions. */
  definitions?: DefinitionsOfRequest;
  /** Only for the type `custom`. */
  custom?: CustomGeneration;
};

/** The prompt for the configured endpoint, and the hash of its address. */
type CustomGeneration = { prompt: string; endpointHash: string };

export type StartGeneration = {
  organizationId: OrganizationId;
  /** Id of the contract, or of the branch whose text is given. */
  dataContractId: string;
  branch?: { revision: number; body: string };
  request: GenerationRequest;
  now: Date;
} & Reading;

/** Identifies a request for one text of a contract and one edition of the generators. */
export function hashRequest(
  { type, dialect, server, compat, custom, definitions }: GenerationRequest,
  edition: string = generatorEdition,
): Buffer {
  const parts = [edition, type, dialect, server, compat, custom?.prompt, custom?.endpointHash];
  if (definitions) parts.push(definitions.stored, `${definitions.period}`);
  return sha256(JSON.stringify(parts.map((part) => part ?? null)));
}

/** Identifies the text of a contract, in the same way as `findStoredGeneration` in the database. */
export function hashContract(body: string): Buffer {
  return sha256(body);
}

/** Identifies an endpoint, so that a new endpoint is asked again; the hash protects secrets in the address. */
export function hashEndpoint(url: string): string {
  return sha256(url).toString('hex');
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * Records a request to generate code from the current contract, with its work; joins identical work that is running or done.
 * Refuses with `not_found`, `invalid_document`, `unknown_server` and `duplicate_names`.
 */
export async function startGeneration(
  database: Database,
  start: StartGeneration,
): Promise<{ workId: string }> {
  const { organizationId, dataContractId, request, reading } = start;
  const contract =
    start.branch ?? (await readContract(reading.knex, organizationId, dataContractId));
  await runOnStored('assertGenerableText', contract.body, request.server);
  return transact(database, (tx) => requestGeneration(tx, start, contract));
}

async function requestGeneration(
  tx: Tx,
  { organizationId, dataContractId, request, now }: StartGeneration,
  stored: Pick<StoredDocument, 'revision' | 'body'>,
): Promise<{ workId: string }> {
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
      ...(request.definitions && { definitions: request.definitions.stored }),
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

/** The work of the request: the given one, unless earlier work exists that has not failed. */
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
  db: Db,
  organizationId: OrganizationId,
  id: string,
): Promise<StoredDocument> {
  const stored = await findDocument(db, { organizationId, kind: 'data-contract', id });
  return stored ?? refuseUnknownDocument(dataContract, id);
}
