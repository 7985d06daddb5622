import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { namesQuery } from '../../api/names.ts';
import { Tabs } from '../../components/controls/tabs.tsx';
import { TeamLink } from '../../components/data/links.tsx';
import { IdChip } from '../../components/documents/id-chip.tsx';
import { Page } from '../../components/page.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { SkeletonLines } from '../../components/states/skeleton.tsx';
import { WhyNot } from '../../components/states/why-not.tsx';
import { useRefusal } from '../../features/permissions/refusal.ts';
import { namespaceQuery } from '../../features/concepts/queries.ts';
import { BranchList } from '../../features/semantics/branch-list.tsx';
import { ConceptTab } from '../../features/semantics/concept-tab.tsx';
import { Exchange } from '../../features/semantics/exchange.tsx';
import { History } from '../../features/semantics/history.tsx';
import { NewBranch } from '../../features/semantics/new-branch.tsx';
import { namespacePath } from '../../features/semantics/queries.ts';
import { tabNames } from '../../features/semantics/search.ts';
import type { NamespaceSearch } from '../../features/semantics/search.ts';
import { useCopySource } from '../../lib/copy-source.ts';
import { conceptTexts } from '../../texts/semantics/concepts.ts';
import { semanticTexts } from '../../texts/semantics/semantics.ts';

const GitTab = lazy(async () => ({
  default: (await import('../../features/git/connection/git-tab.tsx')).GitTab,
}));

const route = getRouteApi('/framed/semantics/$namespace/');

/** An ontology: its concepts, branches, history, file in Git, and other files. */
export function NamespacePage() {
  const { namespace } = route.useParams();
  const search = route.useSearch();
  const found = useQuery(namespaceQuery(namespace));
  const [isCutting, setCutting] = useState(false);
  useCopySource(namespacePath(namespace));
  const refused = useRefusal('RESOURCES_EDIT', `semantics/${namespace}`, found.isSuccess);
  const href = `/semantics/${encodeURIComponent(namespace)}`;
  const { tab: current = 'concepts' } = search;
  return (
    <Page
      key={namespace}
      title={found.data?.name ?? namespace}
      above={[{ name: conceptTexts.title, href: '/concepts' }]}
      beside={
        <>
          <Owner team={found.data?.team ?? undefined} />
          <IdChip id={namespace} />
        </>
      }
      lead={found.data?.description}
      actions={
        found.isSuccess && (
          <WhyNot refused={refused} onClick={() => setCutting(true)}>
            {semanticTexts.newBranch}
          </WhyNot>
        )
      }
    >
      <Tabs
        label={semanticTexts.parts}
        tabs={tabNames.map((tab) => ({
          name: semanticTexts[tab],
          href,
          search: tab === 'concepts' ? {} : { tab },
          isCurrent: tab === current,
        }))}
      />
      <Loaded query={found}>
        {({ team }) => <Content key={current} {...{ namespace, search, team }} />}
      </Loaded>
      {isCutting && <NewBranch namespace={namespace} onClose={() => setCutting(false)} />}
    </Page>
  );
}

function Owner({ team }: { team: string | undefined }) {
  const names = useQuery(namesQuery(team === undefined ? [] : [`team:${team}`])).data;
  return team === undefined ? null : <TeamLink id={team} name={names?.get(`team:${team}`)} />;
}

type ContentProps = { namespace: string; search: NamespaceSearch; team: string | null | undefined };

function Content({ namespace, search, team }: ContentProps) {
  const navigate = useNavigate({ from: '/semantics/$namespace/' });
  const show = (next: NamespaceSearch) =>
    void navigate({ search: next, replace: true, resetScroll: false });
  const { tab } = search;
  if (tab === 'branches') return <BranchList namespace={namespace} />;
  if (tab === 'exchange') return <Exchange namespace={namespace} />;
  if (tab === 'git') {
    return (
      <Suspense fallback={<SkeletonLines lines={8} />}>
        <GitTab subject={{ kind: 'namespaces', id: namespace }} ownerId={team ?? undefined} />
      </Suspense>
    );
  }
  if (tab === undefined) {
    return <ConceptTab namespace={namespace} search={search} onSearch={show} />;
  }
  return (
    <History
      namespace={namespace}
      compared={search}
      onCompare={(compared) => show({ tab, ...compared })}
      isAudit={search.show === 'audit'}
      onAudit={(isAudit) => show(isAudit ? { tab, show: 'audit' } : { tab })}
    />
  );
}
