import type { Database } from '../../db/connect.ts';
import { upsertSettingsDocument } from '../../db/tables/organizations/settings-documents.ts';
import { transact } from '../../db/transact.ts';
import { isKnown, listDocumentFacts } from '../../db/views/documents/lineage.ts';
import { refuse } from '../../domain/errors.ts';
import { describeDocument } from '../../domain/kinds/index.ts';
import {
  documentsOfRules,
  lineageRulesSchema,
  problemsOfRules,
} from '../../domain/lineage/rules.ts';
import type { LineageRule } from '../../domain/lineage/rules.ts';
import { assertValid } from '../../domain/validation/validation.ts';
import type { OrganizationChange } from '../organizations/put-organization-features.ts';
import { recordOrganizationChange } from '../organizations/record-organization-change.ts';

/** The body as JSON, and its YAML source if it was sent as YAML. */
type RulesBody = { body: string; source: string | undefined };

/**
 * Replaces the rules that connect the lineage with the catalog; they apply to all nodes at once. Returns warnings of documents that do
 * not exist. Refuses with `invalid_body`, also rules that could never give anything.
 */
export async function putLineageRules(
  database: Database,
  { principal, requestId, document, body, source, now }: OrganizationChange & RulesBody,
): Promise<string[]> {
  assertValid(lineageRulesSchema, document, 'invalid_body');
  const { rules } = document as { rules: LineageRule[] };
  const violations = problemsOfRules(rules);
  const [first] = violations;
  if (first) refuse('invalid_body', `${first.field} ${first.message}.`, { violations });
  const { organizationId } = principal;
  const key = { organizationId, name: 'lineage-rules' } as const;
  return transact(database, async (tx) => {
    await upsertSettingsDocument(tx, key, { body, source, principal: principal.name, now });
    const cause = { principal, requestId, now };
    await recordOrganizationChange(tx, cause, { type: 'LineageRulesUpdated' });
    const documents = await listDocumentFacts(tx, organizationId, documentsOfRules(rules));
    return documents
      .filter((fact) => !isKnown(fact))
      .map((fact) => `there is no ${describeDocument(fact)}`);
  });
}
