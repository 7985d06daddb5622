import type { Static } from '@sinclair/typebox';
import { findProductScore } from '../../../db/views/search/product-scores.ts';
import type { ScoredProduct } from '../../../db/views/search/product-scores.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { judgeRules, sumScore } from '../../../domain/scores/score.ts';
import type { ScoreSettings } from '../../../domain/scores/score-settings.ts';
import type { explainedScoreSchema } from '../../schemas/documents/product-scores.ts';
import type { Services } from '../../services.ts';
import { readScoreBasis } from '../organization/read-catalog-settings.ts';

/** The score of a product without its rules. */
export const presentSum = (product: ScoredProduct, settings: ScoreSettings) => ({
  dataProductId: product.id,
  dataProductName: product.name,
  teamId: product.ownerId,
  ...sumScore(product.verdicts, settings),
});

/** The score of a product with all rules; undefined if there is no such product. */
export async function readExplainedScore(
  { database: { knex }, settings: { publicUrl } }: Services,
  { organizationId, id, now }: { organizationId: OrganizationId; id: string; now: Date },
): Promise<Static<typeof explainedScoreSchema> | undefined> {
  const { basis, settings } = await readScoreBasis(knex, organizationId, now);
  const product = await findProductScore(knex, basis, id);
  if (!product) return undefined;
  const rules = judgeRules(product.verdicts, product, id, settings);
  return {
    ...presentSum(product, settings),
    rules: rules.map(({ page, ...rule }) => ({
      ...rule,
      link: page && `${publicUrl}/${page.collection}/${encodeURIComponent(page.id)}`,
    })),
  };
}
