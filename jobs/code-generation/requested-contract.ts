import { Type } from '@sinclair/typebox';
import { generatorEdition } from '../../commands/code-generation/generator-edition.ts';
import { hashContract } from '../../commands/code-generation/start-generation.ts';
import { findPastDocument } from '../../db/tables/document-revisions.ts';
import { updateGenerationAnswer } from '../../db/tables/generations.ts';
import { refuse } from '../../domain/errors.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { ClosingWrite, JobContext } from '../define-job.ts';

/** Which contract it is about, in payloads; `server` is the key of one of its servers. */
export const requestedContract = {
  dataContractId: Type.String(),
  revision: Type.Integer(),
  contractHash: Type.String(),
  edition: Type.String(),
  server: Type.Optional(Type.String()),
};

type RequestedContract = {
  dataContractId: string;
  revision: number;
  contractHash: string;
  edition: string;
};

/** Longer answers are neither stored nor sent, and of an endpoint no more is read. */
export const mostBytes = 20 * 1024 * 1024;

/** The contract as it was when it was asked for. Refuses with `generation_failed` when that is gone. */
export async function readRequestedContract(
  { database, work }: JobContext,
  { dataContractId, revision, contractHash, edition }: RequestedContract,
): Promise<unknown> {
  // No refusal: the next attempt may meet the build that requested it.
  if (edition !== generatorEdition)
    throw new Error('It was requested by another version of the product.');
  const organizationId = organizationOf(work.organizationId);
  const key = { organizationId, kind: 'data-contract', id: dataContractId };
  const stored = await findPastDocument(database.knex, key, { revision });
  if (!stored || hashContract(stored.body).toString('hex') !== contractHash) {
    refuse('generation_failed', 'The contract was changed meanwhile; ask again.');
  }
  return JSON.parse(stored.body);
}

/** Stores the answer for everybody who asks for the same. Refuses with `generation_failed` when it is too long. */
export function storeAnswer({ work, clock }: JobContext, answer: string): ClosingWrite {
  const organizationId = organizationOf(work.organizationId);
  const bytes = Buffer.byteLength(answer);
  if (bytes > mostBytes) {
    refuse(
      'generation_failed',
      `The files have ${bytes} bytes; ${mostBytes} are the most: divide the contract.`,
    );
  }
  return (tx) =>
    updateGenerationAnswer(tx, { organizationId, workId: work.id }, { answer, now: clock.now() });
}

function organizationOf(id: OrganizationId | undefined): OrganizationId {
  return id ?? refuse('bad_request', 'Generated code belongs to an organization.');
}
