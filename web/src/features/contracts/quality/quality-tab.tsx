import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { Segments } from '../../../components/controls/segments.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { SkeletonLines } from '../../../components/states/skeleton.tsx';
import { useKeys } from '../../../lib/keys.ts';
import { qualityTexts } from '../../../texts/contracts/contract-quality.ts';
import { testTexts } from '../../../texts/contracts/contract-tests.ts';
import type { Model } from '../queries.ts';
import { ScheduleLine } from '../schedule/schedule-line.tsx';
import { useContractSearch } from '../search.ts';
import { CheckPanel } from './check-panel.tsx';
import { byPattern } from './days.ts';
import { DurationChart } from './duration-chart.tsx';
import { HeatMap } from './heat-map.tsx';
import { allChecksQuery, keyOfCheck } from './queries.ts';
import type { CheckHistory } from './queries.ts';
import './quality.css';

const ranges = [30, 90] as const;

/** Checks day by day: which are broken and since when, and which are flaky. */
export function QualityTab({ model }: { model: Model }) {
  const { search } = useContractSearch();
  const { server, all: showsAll, days = ranges[0] } = search;
  const checks = useQuery(allChecksQuery(model.id, { server, days, failing: showsAll !== true }));
  return (
    <div className="stack-16">
      <ScheduleLine model={model} />
      <Loaded query={checks} skeleton={<SkeletonLines lines={10} />}>
        {(loaded) => <Quality model={model} days={days} {...loaded} />}
      </Loaded>
    </div>
  );
}

type QualityProps = {
  model: Model;
  days: number;
  checks: readonly CheckHistory[];
  total: number;
};

function Quality({ model, days, checks: loaded, total }: QualityProps) {
  const checks = useMemo(() => [...byPattern(loaded).values()].flat(), [loaded]);
  const { search, set } = useContractSearch();
  const selected = checks.find((check) => keyOfCheck(check) === search.check);
  const numbers = search.view === 'table';
  const close = () => set({ check: undefined });
  const onOpen = useOpenTest(model.id);
  const step = (by: 1 | -1) => {
    const index = checks.findIndex((check) => check === selected);
    const next = index < 0 ? checks[0] : checks[index + by];
    if (next !== undefined) set({ check: keyOfCheck(next) }, true);
  };
  useCheckKeys(step, close);
  return (
    <div className={search.check === undefined ? undefined : 'with-panel'}>
      <div className="stack-16">
        <Head checks={checks} days={days} servers={model.servers} />
        {checks.length === 0 ? (
          <NoFailure model={model} days={days} />
        ) : (
          <HeatMap {...{ checks, days, numbers, onOpen }} selected={search.check} />
        )}
        {total > checks.length && (
          <p className="tiny faint">{qualityTexts.first(checks.length, total)}</p>
        )}
        <DurationChart id={model.id} server={search.server} days={days} numbers={numbers} />
      </div>
      {selected !== undefined && (
        <CheckPanel key={search.check} model={model} check={selected} onClose={close} />
      )}
      {search.check !== undefined && selected === undefined && (
        <aside className="panel" aria-label={qualityTexts.check}>
          <p className="part small">{qualityTexts.gone}</p>
        </aside>
      )}
    </div>
  );
}

/** Goes to a test of the contract. */
function useOpenTest(id: string) {
  const navigate = useNavigate();
  return (result: string) =>
    void navigate({
      to: '/datacontracts/$id/{-$tab}',
      params: { id, tab: 'tests' },
      search: { result },
    });
}

type HeadProps = Pick<QualityProps, 'checks' | 'days'> & Pick<Model, 'servers'>;

/** The sum in a sentence, and what is shown. */
function Head({ checks, days, servers }: HeadProps) {
  const { search, set } = useContractSearch();
  const of = (pattern: string) => checks.filter((check) => check.pattern === pattern).length;
  const isAll = search.all === true;
  const isTable = search.view === 'table';
  return (
    <div className="row wrap quality-head">
      <h2 className="small medium">{qualityTexts.summary(of('broken'), of('flaky'))}</h2>
      {servers.length > 1 && (
        <select
          className="input"
          aria-label={testTexts.server}
          value={search.server ?? ''}
          onChange={({ target }) => set({ server: target.value || undefined, check: undefined })}
        >
          <option value="">{testTexts.allServers}</option>
          {servers.map(({ server }) => (
            <option key={server}>{server}</option>
          ))}
        </select>
      )}
      <Segments
        label={qualityTexts.range}
        value={String(days)}
        options={ranges.map((each) => ({
          value: String(each),
          name: qualityTexts.rangeDays(each),
        }))}
        onChange={(value) => set({ days: value === '90' ? 90 : undefined })}
      />
      <Button
        compact
        aria-pressed={isAll}
        onClick={() => set({ all: isAll ? undefined : true, check: undefined })}
      >
        {isAll ? qualityTexts.showFailing : qualityTexts.showAll}
      </Button>
      <Button
        compact
        aria-pressed={isTable}
        onClick={() => set({ view: isTable ? undefined : 'table' })}
      >
        {isTable ? qualityTexts.colors : qualityTexts.numbers}
      </Button>
    </div>
  );
}

function NoFailure({ model, days }: { model: Model; days: number }) {
  if (model.testResult === null) {
    return (
      <EmptyState sort="nothing-yet" title={testTexts.none}>
        {testTexts.noneDetail}
      </EmptyState>
    );
  }
  return (
    <EmptyState sort="nothing-yet" title={qualityTexts.noFailure(days)}>
      {qualityTexts.noFailureDetail}
    </EmptyState>
  );
}

/** J and K choose a check; Escape closes it. */
function useCheckKeys(step: (by: 1 | -1) => void, close: () => void): void {
  useKeys(
    useMemo(
      () => [
        { keys: 'j', does: qualityTexts.next, run: () => step(1) },
        { keys: 'k', does: qualityTexts.previous, run: () => step(-1) },
        { keys: 'Escape', does: qualityTexts.close, run: close },
      ],
      [step, close],
    ),
  );
}
