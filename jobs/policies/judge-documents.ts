import { Type } from '@sinclair/typebox';
import { readRules } from '../../commands/policies/current-rules.ts';
import type { CurrentRules } from '../../commands/policies/current-rules.ts';
import { judge, toStored } from '../../commands/policies/judge-write.ts';
import { listJudged, markJudged, storeFindings } from '../../db/tables/policies/rules.ts';
import { refuse } from '../../domain/errors.ts';
import { ruledKinds } from '../../domain/policies/rules.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { defineJob } from '../define-job.ts';
import type { JobContext } from '../define-job.ts';

/** Number of documents in memory at once. */
const pageSize = 50;

/** Judges all documents by the rules of policies, after these have changed. Newer rules end it, as they have work of their own. */
export const judgeDocuments = defineJob({
  kind: 'housekeeping',
  name: 'judge-documents',
  payload: Type.Object({ version: Type.Integer() }),
  run: async (context, { version }) => {
    const { work, database } = context;
    const organizationId =
      work.organizationId ?? refuse('bad_request', 'Policies belong to an organization.');
    const current = await readRules(database.knex, organizationId, version);
    if (current.version !== version) return () => Promise.resolve();
    for (const kind of Object.keys(ruledKinds)) {
      if (!(await judgeKind(context, { organizationId, kind, current }))) {
        return () => Promise.resolve();
      }
    }
    return (tx) => markJudged(tx, organizationId, version);
  },
  giveUp: () => Promise.resolve(),
});

type OfKind = { organizationId: OrganizationId; kind: string; current: CurrentRules };

/** False if the rules were changed meanwhile. */
async function judgeKind(
  { database: { knex }, signal, fenced }: JobContext,
  { organizationId, kind, current: { version, rules } }: OfKind,
): Promise<boolean> {
  for (let after: string | undefined; ;) {
    signal.throwIfAborted();
    const page = await listJudged(knex, organizationId, kind, { after, limit: pageSize });
    const found: { id: string; revision: number; findings: string | null }[] = [];
    for (const document of page) {
      const findings = toStored(await judge(document, rules));
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
