import { Type } from '@sinclair/typebox';
import { readRules } from '../../commands/policies/current-rules.ts';
import type { CurrentRules } from '../../commands/policies/current-rules.ts';
import { judge, toStored } from '../../commands/policies/judge-write.ts';
import {
  findRulesState,
  listJudged,
  listJudgedLinking,
  markJudged,
  storeFindings,
} from '../../db/tables/policies/rules.ts';
import { refuse } from '../../domain/errors.ts';
import { targetWord, definitionTarget } from '../../domain/kinds/document-links.ts';
import { dataContract } from '../../domain/kinds/data-contract.ts';
import { ruledKinds } from '../../domain/policies/rules.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { defineJob } from '../define-job.ts';
import type { JobContext } from '../define-job.ts';

/** Number of documents in memory at once. */
const pageSize = 50;

/**
 * Judges all documents by the rules of policies, after these have changed; only the contracts that link a definition, after that has
 * changed and nothing else. Newer rules end it, as they have work of their own.
 */
export const judgeDocuments = defineJob({
  kind: 'housekeeping',
  name: 'judge-documents',
  payload: Type.Object({
    version: Type.Integer(),
    definitionId: Type.Optional(Type.String()),
  }),
  run: async (context, { version, definitionId }) => {
    const { work, database } = context;
    const organizationId =
      work.organizationId ?? refuse('bad_request', 'Policies belong to an organization.');
    const current = await readRules(database.knex, organizationId, version);
    if (current.version !== version) return () => Promise.resolve();
    // The work of former rules ended early when this version began: then all documents are judged.
    const { judged } = await findRulesState(database.knex, organizationId);
    const isOnlyDefinition = definitionId !== undefined && judged === version - 1;
    const linking = isOnlyDefinition ? targetWord(definitionTarget(definitionId)) : undefined;
    const kinds = isOnlyDefinition ? [dataContract.name] : Object.keys(ruledKinds);
    for (const kind of kinds) {
      if (!(await judgeKind(context, { organizationId, kind, current, linking }))) {
        return () => Promise.resolve();
      }
    }
    return (tx) => markJudged(tx, organizationId, version);
  },
  giveUp: () => Promise.resolve(),
});

type OfKind = {
  organizationId: OrganizationId;
  kind: string;
  current: CurrentRules;
  /** Link word of a definition: only contracts that link it. */
  linking: string | undefined;
};

/** False if the rules were changed meanwhile. */
async function judgeKind(
  { database: { knex }, signal, fenced }: JobContext,
  { organizationId, kind, current: { version, rules }, linking }: OfKind,
): Promise<boolean> {
  for (let after: string | undefined; ;) {
    signal.throwIfAborted();
    const limits = { after, limit: pageSize };
    const page =
      linking === undefined
        ? await listJudged(knex, organizationId, kind, limits)
        : await listJudgedLinking(knex, organizationId, { kind, word: linking }, limits);
    const found: { id: string; revision: number; findings: string | null }[] = [];
    for (const document of page) {
      const findings = toStored(await judge(knex, organizationId, { judged: document, rules }));
      found.push({ id: document.id, revision: document.revision, findings });
    }
    const isCurrent = await fenced((tx) =>
      storeFindings(tx, { organizationId, version, kind, found }),
    );
    if (!isCurrent) return false;
    after = page.at(-1)?.id;
    if (page.length < pageSize) return true;
  }
}
