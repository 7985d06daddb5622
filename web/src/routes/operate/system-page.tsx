import { useQuery } from '@tanstack/react-query';
import { Page } from '../../components/page.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { Skeleton } from '../../components/states/skeleton.tsx';
import { Checks } from '../../features/system/checks.tsx';
import { BackupFacts, StorageFacts, VersionFacts } from '../../features/system/facts.tsx';
import { MailCard } from '../../features/system/mail-card.tsx';
import { systemQuery } from '../../features/system/queries.ts';
import '../../features/system/system.css';
import '../../features/work/work.css';
import { useCopySource } from '../../lib/copy-source.ts';
import { systemTexts } from '../../texts/operations/system.ts';

/** What the installation is made of, how it is, and how old its backup is. */
export function SystemPage() {
  const system = useQuery(systemQuery);
  useCopySource('/api/ops/system');
  return (
    <Page title={systemTexts.title} lead={systemTexts.lead}>
      <Loaded query={system} skeleton={<Skeleton height={420} />}>
        {(data) => (
          <div className="system-lay">
            <div className="stack">
              <Checks
                checks={data.checks}
                isChecking={system.isFetching}
                onCheck={() => void system.refetch()}
              />
              <BackupFacts backup={data.backup} />
            </div>
            <div className="stack">
              <VersionFacts system={data} />
              <MailCard system={data} />
              <StorageFacts storage={data.storage} />
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  );
}
