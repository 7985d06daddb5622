import type { Api } from '../api-client.ts';
import { asJson } from './as-json.ts';

/** A cost with its amounts in the last months, oldest first. */
export type DemoCost = {
  dataProductId: string;
  name: string;
  category: string;
  amounts: number[];
  estimated?: boolean;
};

/** Adds the costs of products that have none of the same name. */
export async function storeCosts(api: Api, costs: readonly DemoCost[], today: Date): Promise<void> {
  for (const { amounts, ...cost } of costs) {
    const { text } = await api('GET', `/api/costs?dataProductId=${cost.dataProductId}`);
    const known = (JSON.parse(text) as { name: string; yearMonth?: string }[]).filter(
      ({ name }) => name === cost.name,
    );
    for (const [index, amount] of amounts.entries()) {
      const yearMonth = monthBefore(today, amounts.length - index);
      if (known.some((one) => one.yearMonth === yearMonth)) continue;
      await api('POST', '/api/costs', asJson({ ...cost, amount, currency: 'EUR', yearMonth }));
    }
  }
}

function monthBefore(today: Date, months: number): string {
  const first = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - months, 1));
  return first.toISOString().slice(0, 7);
}
