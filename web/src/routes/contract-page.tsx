import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback } from 'react';
import { IdChip } from '../components/documents/id-chip.tsx';
import { Loaded } from '../components/states/loaded.tsx';
import { Page } from '../components/page.tsx';
import { Skeleton, SkeletonLines } from '../components/states/skeleton.tsx';
import { StatusBadge } from '../components/data/status-badge.tsx';
import { ContractActions } from '../features/contracts/contract-actions.tsx';
import { ContractLead } from '../features/contracts/contract-lead.tsx';
import { ContractTabs } from '../features/contracts/contract-tabs.tsx';
import '../features/contracts/contract.css';
import '../features/contracts/diagram.css';
import '../features/contracts/panel.css';
import '../features/contracts/tests.css';
import '../features/contracts/texts.css';
import '../features/contracts/small-screens.css';
import { ContractPart } from '../features/contracts/contract-part.tsx';
import { modelQuery } from '../features/contracts/queries.ts';
import type { Model } from '../features/contracts/queries.ts';
import { contractRoute, useContractSearch } from '../features/contracts/search.ts';
import { useLiveRun, useStartTest } from '../features/contracts/tests/live-run.ts';
import { RunStrip } from '../features/contracts/tests/run-strip.tsx';
import { FindingsNote } from '../features/policies/findings-note.tsx';
import { ownFindingsQuery } from '../features/policies/queries.ts';
import { useCopySource } from '../lib/copy-source.ts';
import { contractTexts } from '../texts/contracts/contract.ts';

/** Versions and Git have requests of their own, and a page makes at most eight. */
const hasFindings = (tab: string | undefined): boolean => tab !== 'versions' && tab !== 'git';

const above = [{ name: contractTexts.above, href: '/?kind=DATA_CONTRACT' }];

const GenerateSheet = lazy(async () => ({
  default: (await import('../features/contracts/generate/generate-sheet.tsx')).GenerateSheet,
}));

/** A data contract: what it promises, and what tests have found. */
export function ContractPage() {
  const { id, tab } = contractRoute.useParams();
  const { search } = useContractSearch();
  const model = useQuery(modelQuery(id, search.server));
  // Begins with the model, so that the note is there with the page and moves nothing.
  useQuery({ ...ownFindingsQuery('datacontracts', id), enabled: hasFindings(tab) });
  const path = `/api/datacontracts/${encodeURIComponent(id)}`;
  useCopySource(path, `${path}/datacontract.yaml`);
  if (model.data !== undefined) return <Contract key={id} model={model.data} tab={tab} />;
  return (
    <Page title={contractTexts.kind} crumb={contractTexts.kind} fullWidth>
      <Loaded query={model} skeleton={<ContractSkeleton />}>
        {() => null}
      </Loaded>
    </Page>
  );
}

/** The final layout without its content. */
function ContractSkeleton() {
  return (
    <div className="stack contract-skeleton" aria-busy="true">
      <Skeleton width="50%" />
      <Skeleton width="70%" height={36} />
      <Skeleton height={58} />
      <SkeletonLines lines={12} />
    </div>
  );
}

function Contract({ model, tab }: { model: Model; tab: string | undefined }) {
  const { id, name, status, version } = model;
  const { search, set } = useContractSearch();
  const { run, setRun } = useLiveRun(id, tab === undefined || tab === 'tests');
  const { mutate, isPending, error, reset } = useStartTest(id, setRun);
  const start = useCallback((server?: string) => mutate(server), [mutate]);
  const close = () => {
    setRun(undefined);
    reset();
  };
  return (
    <Page
      title={name}
      above={above}
      fullWidth
      beside={
        <>
          {status !== null && <StatusBadge of="document" value={status} />}
          {version !== null && <span className="mono faint">{version}</span>}
          <IdChip id={id} />
        </>
      }
      actions={<ContractActions model={model} isStarting={isPending} onRun={start} />}
    >
      <ContractLead model={model} />
      {hasFindings(tab) && <FindingsNote collection="datacontracts" id={id} />}
      <ContractTabs model={model} current={tab ?? 'schema'} />
      <RunStrip run={run} error={error} onChange={setRun} onClose={close} />
      <Suspense fallback={<SkeletonLines lines={8} />}>
        <ContractPart model={model} tab={tab ?? 'schema'} />
      </Suspense>
      {search.code !== undefined && (
        <Suspense>
          <GenerateSheet
            model={model}
            format={search.code}
            onClose={() => set({ code: undefined })}
          />
        </Suspense>
      )}
    </Page>
  );
}
