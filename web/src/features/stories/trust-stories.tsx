import type { Access } from '../access/queries.ts';
import { HeatMap } from '../contracts/quality/heat-map.tsx';
import '../contracts/quality/quality.css';
import type { CheckDay, CheckHistory } from '../contracts/quality/queries.ts';
import { compare } from '../products/consumers/facts.ts';
import { ProviderTable } from '../products/consumers/provider-table.tsx';
import type { Grant } from '../products/consumers/queries.ts';
import '../products/consumers/consumers.css';

const dayMs = 86_400_000;
const days = 30;
const dateOf = (ago: number) => new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10);

type Pattern = CheckHistory['pattern'];

/** A check that failed on the days on which `fails` says so, counted back from today. */
function checkOf(field: string, pattern: Pattern, fails: (ago: number) => boolean): CheckHistory {
  const all = Array.from({ length: days }, (_, index): CheckDay => {
    const ago = days - 1 - index;
    return {
      date: dateOf(ago),
      dataContractVersion: '1.4.0',
      revision: 6,
      testResultId: `result-${ago}`,
      result: fails(ago) ? 'failed' : 'passed',
      failedNumber: fails(ago) ? 12 : 0,
    };
  });
  const first = all[all.findLastIndex(({ result }) => result !== 'failed') + 1];
  return {
    model: 'orders',
    field,
    type: 'field_required',
    qualityReference: null,
    name: 'field_required',
    pattern,
    failingSince: first === undefined ? null : { ...first, at: `${first.date}T06:00:00.000Z` },
    days: all,
  };
}

/** Broken since some day, flaky, and passing. */
export function HeatMapStory() {
  const checks = [
    checkOf('status', 'broken', (ago) => ago < 9),
    checkOf('amount', 'flaky', (ago) => ago % 4 === 1),
    checkOf('order_id', 'passing', (ago) => ago === 20),
  ];
  return (
    <HeatMap
      checks={checks}
      days={days}
      selected={undefined}
      numbers={false}
      onOpen={() => undefined}
    />
  );
}

type Given = Partial<Pick<Access, 'lifecycle' | 'provisioning'>>;

const accessOf = (id: string, teamName: string, given: Given): Access => ({
  id,
  consumer: { teamId: id, teamName },
  provider: {
    dataProductId: 'shop-data',
    dataProductName: 'Shop data',
    outputPortId: 'shop-database',
    outputPortName: 'shop-database',
  },
  info: { purpose: 'Forecast', status: 'approved', active: true, startDate: dateOf(90) },
  lifecycle: 'active',
  ...given,
});

const grantOf = (accessId: string) =>
  ({ accessId, roles: ['reader'], platform: 'postgres', deactivateAt: null }) as unknown as Grant;

/** As agreed, not granted yet, and asked for. */
export function ConsumersStory() {
  const accesses = [
    accessOf('commerce', 'Commerce', {
      provisioning: { status: 'provisioned' },
    }),
    accessOf('logistics', 'Packing and Delivery', {}),
    accessOf('growth', 'Growth', { lifecycle: 'requested' }),
  ];
  const rows = compare(accesses, [grantOf('commerce'), grantOf('logistics')], []);
  return <ProviderTable rows={rows} refusedBy={undefined} onAct={() => undefined} />;
}
