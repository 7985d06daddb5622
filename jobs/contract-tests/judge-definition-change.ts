import { Type } from '@sinclair/typebox';
import { runOnStored } from '../../commands/tasks/run-task.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import {
  insertDefinitionChange,
  listLinkingContracts,
} from '../../db/tables/documents/definition-changes.ts';
import type { LinkingContract } from '../../db/tables/documents/definition-changes.ts';
import {
  findDocumentRevision,
  listDocumentRevisions,
} from '../../db/tables/documents/revisions.ts';
import type { RevisionHead } from '../../db/tables/documents/revisions.ts';
import type { ContractVerdict } from '../../domain/contract-changes/contract-change.ts';
import { refuse } from '../../domain/errors.ts';
import { targetWord, definitionIdOf, definitionTarget } from '../../domain/kinds/document-links.ts';
import { dataContract } from '../../domain/kinds/data-contract.ts';
import { definition } from '../../domain/kinds/definition.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { definitionToOdcs } from '../../domain/semantics/definition-to-odcs.ts';
import type { LinkedDefinitions } from '../../domain/standards/odcs/linked-definitions.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { startTestsNow } from './start-scheduled-tests.ts';
import { defineJob } from '../define-job.ts';
import type { JobContext } from '../define-job.ts';

/** Number of contracts in memory at once. */
const pageSize = 50;

/** A revision of a definition, and the texts before and after it; undefined where there is none. */
type Changed = {
  organizationId: OrganizationId;
  id: string;
  head: RevisionHead;
  before: string | undefined;
  after: string | undefined;
};

/** Records what a revision of a definition changes in the contracts that link it, and tests those that have a schedule. */
export const judgeDefinitionChange = defineJob({
  kind: 'housekeeping',
  name: 'judge-definition-change',
  payload: Type.Object({ definitionId: Type.String(), revision: Type.Integer() }),
  run: async (context, { definitionId, revision }) => {
    const changed = await readChanged(context, definitionId, revision);
    const word = targetWord(definitionTarget(definitionId));
    const { organizationId } = changed;
    for (let after: string | undefined; ;) {
      context.signal.throwIfAborted();
      const limits = { after, limit: pageSize };
      const { knex } = context.database;
      const page = await listLinkingContracts(knex, organizationId, word, limits);
      const contracts: LinkingContract[] = [];
      for (const contract of page) {
        if (await judgeContract(context, changed, contract)) contracts.push(contract);
      }
      await startTestsNow(context, { organizationId, dueAt: changed.head.at }, contracts);
      after = page.at(-1)?.id;
      if (page.length < pageSize) return () => Promise.resolve();
    }
  },
  giveUp: () => Promise.resolve(),
});

async function readChanged(
  { database: { knex }, work }: JobContext,
  id: string,
  revision: number,
): Promise<Changed> {
  const organizationId =
    work.organizationId ?? refuse('bad_request', 'A definition belongs to an organization.');
  const key = { organizationId, kind: definition.name, id };
  const [head] = await listDocumentRevisions(knex, key, { limit: 1, before: revision + 1 });
  if (head?.revision !== revision) {
    return refuse('not_found', `The definition '${id}' has no revision ${revision}.`);
  }
  const [before, after] = await Promise.all([
    findDocumentRevision(knex, { ...key, revision: revision - 1 }),
    findDocumentRevision(knex, { ...key, revision }),
  ]);
  return { organizationId, id, head, before, after };
}

/** True if the definition changes the contract; the change is recorded then. */
async function judgeContract(
  context: JobContext,
  changed: Changed,
  contract: LinkingContract,
): Promise<boolean> {
  const urls = await runOnStored('listDefinitionUrls', contract.body);
  const own = urls.filter((url) => definitionIdOf(url) === changed.id);
  const [before, after] = [changed.before, changed.after].map((body) => definitionsAt(body, own));
  const verdict = await runOnStored('judgeDefinitions', contract.body, before ?? {}, after ?? {});
  // From another process, `undefined` comes back as null.
  if (!verdict) return false;
  await record(context, { changed, contract, verdict });
  return true;
}

function definitionsAt(body: string | undefined, urls: readonly string[]): LinkedDefinitions {
  if (body === undefined) return {};
  const document = JSON.parse(body) as JsonObject;
  return Object.fromEntries(urls.map((url) => [url, definitionToOdcs(document, url)]));
}

async function record(
  { fenced, clock }: JobContext,
  {
    changed: { organizationId, id, head },
    contract,
    verdict,
  }: { changed: Changed; contract: LinkingContract; verdict: ContractVerdict },
): Promise<void> {
  const { at, principal, revision } = head;
  await fenced(async (tx) => {
    const outcome = await insertDefinitionChange(tx, {
      organizationId,
      contract,
      definition: { id, revision },
      at,
      principal,
      impact: verdict.impact,
      verdict: JSON.stringify(verdict),
    });
    // The next attempt judges the newer text, and finds the changes that are recorded already.
    if (outcome === 'overtaken') throw new Error(`The contract '${contract.id}' was changed.`);
    if (outcome === 'known') return;
    await recordEvent(tx, {
      organizationId,
      type: dataContract.events.updated,
      subjectKind: dataContract.name,
      subjectId: contract.id,
      principal,
      requestId: undefined,
      public: true,
      data: { definitionId: id },
      now: clock.now(),
    });
  });
}
