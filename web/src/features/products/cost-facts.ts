import type { components } from '../../api/schema.d.ts';

export type Cost = components['schemas']['Cost'];

/** The costs of one currency: amounts of different currencies are not added up. */
export type CostTable = {
  currency: string;
  /** As YYYY-MM, the newest first; costs without a month have the empty text, last. */
  months: readonly string[];
  lines: readonly CostLine[];
  /** Of each month. */
  totals: readonly (number | undefined)[];
};

type CostLine = {
  name: string;
  category: string | undefined;
  isEstimated: boolean;
  amounts: readonly (number | undefined)[];
};

const maxMonths = 6;

/** A table for each currency. */
export function costTable(costs: readonly Cost[]): readonly CostTable[] {
  const currencies = [...new Set(costs.map(({ currency }) => currency))];
  return currencies.map((currency) =>
    tableOf(
      currency,
      costs.filter((cost) => cost.currency === currency),
    ),
  );
}

function tableOf(currency: string, costs: readonly Cost[]): CostTable {
  const all = [...new Set(costs.map(monthOf))].toSorted().reverse();
  const months = all.slice(0, maxMonths);
  const lines = [...new Set(costs.map(lineKey))].map((key) =>
    lineOf(
      costs.filter((cost) => lineKey(cost) === key),
      months,
    ),
  );
  return { currency, months, lines, totals: sumsOf(costs, months) };
}

function lineOf(same: readonly Cost[], months: readonly string[]): CostLine {
  const [first] = same;
  return {
    name: first?.name ?? '',
    category: first?.category ?? undefined,
    isEstimated: same.some(({ estimated }) => estimated === true),
    amounts: sumsOf(same, months),
  };
}

const lineKey = ({ name, category }: Cost): string => `${name} ${category ?? ''}`;
const monthOf = ({ yearMonth }: Cost): string => yearMonth ?? '';

/** The sum of each month; undefined for months without costs. */
function sumsOf(costs: readonly Cost[], months: readonly string[]): (number | undefined)[] {
  return months.map((month) => {
    const ofMonth = costs.filter((cost) => monthOf(cost) === month);
    if (ofMonth.length === 0) return undefined;
    return ofMonth.reduce((sum, { amount }) => sum + amount, 0);
  });
}
