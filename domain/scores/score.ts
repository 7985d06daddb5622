import { scoreRules } from './score-rules.ts';
import type { ScoreCounts, ScorePage } from './score-rules.ts';
import type { ScoreSettings } from './score-settings.ts';

/** For each rule, in their order: whether it is fulfilled; null if it does not apply to the product. */
export type RuleVerdicts = readonly (boolean | null)[];

/** Ratings of scores, the best first. */
export const ratings = ['excellent', 'good', 'fair', 'poor'] as const;
export type Rating = (typeof ratings)[number];

/** The sum of a score: its percentage of the points that the product can have, null if it can have none. */
export type ScoreSum = {
  score: number | null;
  rating: Rating | null;
  rulesFulfilled: number;
  rulesApplicable: number;
};

/** A rule as it was judged for one product. */
export type JudgedRule = {
  key: string;
  category: string;
  label: string;
  description: string;
  status: 'passed' | 'failed' | 'not-applicable';
  weight: number;
  points: number;
  advice: string | null;
  page: ScorePage | null;
};

/** Adds up the verdicts; rules without weight do not count. */
export function sumScore(verdicts: RuleVerdicts, { rules, ratingBands }: ScoreSettings): ScoreSum {
  const counted = rules
    .map(({ weight }, index) => ({ weight, verdict: verdicts[index] ?? null }))
    .filter(({ weight, verdict }) => weight > 0 && verdict !== null);
  const fulfilled = counted.filter(({ verdict }) => verdict === true);
  const points = (of: typeof counted) => of.reduce((sum, { weight }) => sum + weight, 0);
  const score =
    counted.length === 0 ? null : Math.round((100 * points(fulfilled)) / points(counted));
  return {
    score,
    rating: score === null ? null : ratingOf(score, ratingBands),
    rulesFulfilled: fulfilled.length,
    rulesApplicable: counted.length,
  };
}

function ratingOf(score: number, bands: ScoreSettings['ratingBands']): Rating {
  if (score >= bands.excellent) return 'excellent';
  if (score >= bands.good) return 'good';
  return score >= bands.fair ? 'fair' : 'poor';
}

/** Each rule with its verdict, its points, and how to fulfill it. */
export function judgeRules(
  verdicts: RuleVerdicts,
  counts: ScoreCounts,
  productId: string,
  { rules }: ScoreSettings,
): JudgedRule[] {
  return scoreRules.map(({ key, category, label, description, advise }, index) => {
    const weight = rules[index]?.weight ?? 0;
    const verdict = weight === 0 ? null : (verdicts[index] ?? null);
    const { advice, page } =
      verdict === false ? advise(counts, productId) : { advice: null, page: null };
    const points = verdict === true ? weight : 0;
    const status = statusOf(verdict);
    return { key, category, label, description, status, weight, points, advice, page };
  });
}

function statusOf(verdict: boolean | null): JudgedRule['status'] {
  if (verdict === null) return 'not-applicable';
  return verdict ? 'passed' : 'failed';
}
