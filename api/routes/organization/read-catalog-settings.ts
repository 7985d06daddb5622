import { findSettingsDocument } from '../../../db/tables/organizations/settings-documents.ts';
import type { Db } from '../../../db/connect.ts';
import type { ScoreBasis } from '../../../db/views/search/product-scores.ts';
import { productTypesOf, typesWithoutPorts } from '../../../domain/organizations/product-types.ts';
import type { ProductTypes } from '../../../domain/organizations/product-types.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { scoreSettingsOf } from '../../../domain/scores/score-settings.ts';
import type { ScoreSettings } from '../../../domain/scores/score-settings.ts';

/** The types of data products that hold in an organization. */
export async function readProductTypes(
  db: Db,
  organizationId: OrganizationId,
): Promise<ProductTypes> {
  const stored = await findSettingsDocument(db, { organizationId, name: 'dataproduct-types' });
  return productTypesOf(stored?.body);
}

/** The rules of scores with their weights, and the ratings, that hold in an organization. */
export async function readScoreSettings(
  db: Db,
  organizationId: OrganizationId,
): Promise<ScoreSettings> {
  const stored = await findSettingsDocument(db, { organizationId, name: 'dataproduct-score' });
  return scoreSettingsOf(stored?.body);
}

/** What scores are computed with now. */
export async function readScoreBasis(
  db: Db,
  organizationId: OrganizationId,
  now: Date,
): Promise<{ basis: ScoreBasis; settings: ScoreSettings }> {
  const [settings, types] = await Promise.all([
    readScoreSettings(db, organizationId),
    readProductTypes(db, organizationId),
  ]);
  const weights = settings.rules.map(({ weight }) => weight);
  const withoutPorts = typesWithoutPorts(types);
  return { basis: { organizationId, withoutPorts, weights, now }, settings };
}
