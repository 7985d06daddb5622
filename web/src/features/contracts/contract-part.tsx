import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import type { ComponentType } from 'react';
import { MissingState } from '../../components/states/error-state.tsx';
import { usagesQuery } from './queries.ts';
import type { Model } from './queries.ts';
import { SchemaTab } from './schema/schema-tab.tsx';

const TestsTab = lazy(async () => ({ default: (await import('./tests/tests-tab.tsx')).TestsTab }));
const QualityTab = lazy(async () => ({
  default: (await import('./quality/quality-tab.tsx')).QualityTab,
}));
const YamlTab = lazy(async () => ({ default: (await import('./yaml/yaml-tab.tsx')).YamlTab }));
const VersionsTab = lazy(async () => ({
  default: (await import('./versions/versions-tab.tsx')).VersionsTab,
}));
const BranchesTab = lazy(async () => ({
  default: (await import('./branches/branches-tab.tsx')).BranchesTab,
}));
const GitTab = lazy(async () => ({
  default: (await import('../git/connection/git-tab.tsx')).GitTab,
}));
const TermsTab = lazy(async () => ({ default: (await import('./facts/terms-tab.tsx')).TermsTab }));
const UsagesTab = lazy(async () => ({
  default: (await import('./facts/usages-tab.tsx')).UsagesTab,
}));
const HistoryTab = lazy(async () => ({
  default: (await import('./facts/history-tab.tsx')).HistoryTab,
}));

/** The parts of the page by the last word of their address. */
const parts: Readonly<Record<string, ComponentType<{ model: Model }>>> = {
  schema: SchemaTab,
  tests: TestsTab,
  quality: QualityTab,
  yaml: YamlTab,
  versions: VersionsTab,
  branches: ({ model: { id } }) => <BranchesTab id={id} />,
  git: ContractGit,
  terms: TermsTab,
  usages: UsagesTab,
  history: HistoryTab,
};

/** The part of the page that the address names; all but the first are loaded when they are opened. */
export function ContractPart({ model, tab }: { model: Model; tab: string }) {
  const Part = Object.hasOwn(parts, tab) ? parts[tab] : undefined;
  return Part === undefined ? <MissingState what={location.pathname} /> : <Part model={model} />;
}

function ContractGit({ model: { id } }: { model: Model }) {
  const owner = useQuery(usagesQuery(id)).data?.owner.id;
  return <GitTab subject={{ kind: 'datacontracts', id }} ownerId={owner ?? undefined} />;
}
