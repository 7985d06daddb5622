import type { Db, Tx } from '../../db/connect.ts';
import { isLinkedByContract } from '../../db/tables/documents/definition-changes.ts';
import { requestWork } from '../../db/tables/work/work.ts';
import { definition } from '../../domain/kinds/definition.ts';
import { definitionTarget, targetWord } from '../../domain/kinds/document-links.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { newId } from '../../lib/ids.ts';

type DefinitionKey = { organizationId: OrganizationId; kind: string; id: string };

/** True for a definition that contracts may link; false for every other document. */
export async function isLinkedDefinition(db: Db, key: DefinitionKey): Promise<boolean> {
  if (key.kind !== definition.name) return false;
  return isLinkedByContract(db, key.organizationId, targetWord(definitionTarget(key.id)));
}

/** Requests the work that judges what a new revision of a definition, or its deletion, changes in the contracts that link it. */
export async function requestJudgement(
  tx: Tx,
  { organizationId, id }: DefinitionKey,
  { revision, now }: { revision: number; now: Date },
): Promise<void> {
  const workId = newId();
  await requestWork(tx, {
    id: workId,
    organizationId,
    kind: 'housekeeping',
    job: 'judge-definition-change',
    key: workId,
    subjectId: id,
    payload: { definitionId: id, revision },
    dueAt: now,
    now,
  });
}
