import type { Database } from '../../db/connect.ts';
import { scoreSettingsProblems } from '../../domain/scores/score-settings.ts';
import { assertNoViolations } from '../../domain/validation/validation.ts';
import type { OrganizationChange } from '../organizations/put-organization-features.ts';
import { storeSettings } from './store-settings.ts';

/** Replaces the weights and ratings of scores; what is left out gets its default. Refuses with `invalid_body`. */
export async function putScoreSettings(
  database: Database,
  change: OrganizationChange,
): Promise<void> {
  assertNoViolations(scoreSettingsProblems(change.document), 'invalid_body');
  const { rules, ratingBands } = change.document;
  const weights = ((rules ?? []) as { key: string; weight: number }[]).map(({ key, weight }) => ({
    key,
    weight,
  }));
  await storeSettings(database, change, {
    name: 'dataproduct-score',
    body: JSON.stringify({ ratingBands, rules: weights }),
    eventType: 'DataProductScoreUpdated',
  });
}
