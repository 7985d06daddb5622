import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Page } from '../../components/page.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { Skeleton } from '../../components/states/skeleton.tsx';
import { WhyNot } from '../../components/states/why-not.tsx';
import { CreateSandbox } from '../../features/sandbox/create-sandbox.tsx';
import { sandboxesQuery } from '../../features/sandbox/queries.ts';
import { SandboxTable } from '../../features/sandbox/sandbox-table.tsx';
import '../../features/sandbox/sandbox.css';
import { useCopySource } from '../../lib/copy-source.ts';
import { sandboxTexts } from '../../texts/develop/sandbox.ts';

/** The sandboxes of the person. */
export function SandboxesPage() {
  const sandboxes = useQuery({ ...sandboxesQuery, retry: false });
  const [isCreating, setCreating] = useState(false);
  useCopySource('/api/sandbox');
  return (
    <Page
      title={sandboxTexts.title}
      lead={sandboxTexts.lead}
      actions={
        <WhyNot tone="primary" refused={undefined} onClick={() => setCreating(true)}>
          {sandboxTexts.create}
        </WhyNot>
      }
    >
      <div className="sandbox">
        <Loaded query={sandboxes} skeleton={<Skeleton height={160} />}>
          {(all) =>
            all.length === 0 ? (
              <div className="card">
                <EmptyState sort="nothing-yet" title={sandboxTexts.none}>
                  {sandboxTexts.noneHint}
                </EmptyState>
              </div>
            ) : (
              <SandboxTable sandboxes={all} />
            )
          }
        </Loaded>
      </div>
      {isCreating && <CreateSandbox onClose={() => setCreating(false)} />}
    </Page>
  );
}
