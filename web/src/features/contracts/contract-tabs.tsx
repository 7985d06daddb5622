import { useQuery } from '@tanstack/react-query';
import { Tabs } from '../../components/controls/tabs.tsx';
import type { Tab } from '../../components/controls/tabs.tsx';
import { contractTexts } from '../../texts/contracts/contract.ts';
import { usagesQuery } from './queries.ts';
import type { Model } from './queries.ts';

type Counted = Pick<Tab, 'count' | 'isBad'>;

/** The parts of the page, each with its address. */
export function ContractTabs({ model, current }: { model: Model; current: string }) {
  const usages = useQuery(usagesQuery(model.id)).data;
  const base = `/datacontracts/${encodeURIComponent(model.id)}`;
  const fields = model.tables.reduce((sum, { fields: all }) => sum + all.length, 0);
  const failed = model.testResult?.failedChecks ?? 0;
  const tabs: [string, string, Counted?][] = [
    ['schema', contractTexts.schema, { count: fields }],
    ['quality', contractTexts.quality],
    ['tests', contractTexts.tests, failed > 0 ? { count: failed, isBad: true } : {}],
    ['yaml', contractTexts.yaml],
    ['versions', contractTexts.versions, { count: model.revision }],
    ['branches', contractTexts.branches],
    ['git', contractTexts.git],
    ['terms', contractTexts.terms],
    ['usages', contractTexts.usages, { count: usages && usages.ports.length + usages.accessCount }],
    ['history', contractTexts.history],
  ];
  return (
    <Tabs
      label={contractTexts.tabs}
      tabs={tabs.map(([path, name, counted]) => ({
        name,
        href: path === 'schema' ? base : `${base}/${path}`,
        isCurrent: path === current,
        ...counted,
      }))}
    />
  );
}
