import { lazy } from 'react';
import { MissingState } from '../../components/states/error-state.tsx';
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
const TermsTab = lazy(async () => ({ default: (await import('./facts/terms-tab.tsx')).TermsTab }));
const UsagesTab = lazy(async () => ({
  default: (await import('./facts/usages-tab.tsx')).UsagesTab,
}));
const HistoryTab = lazy(async () => ({
  default: (await import('./facts/history-tab.tsx')).HistoryTab,
}));

/** The part of the page that the address names; all but the first are loaded when they are opened. */
export function ContractPart({ model, tab }: { model: Model; tab: string }) {
  switch (tab) {
    case 'schema': {
      return <SchemaTab model={model} />;
    }
    case 'tests': {
      return <TestsTab model={model} />;
    }
    case 'quality': {
      return <QualityTab model={model} />;
    }
    case 'yaml': {
      return <YamlTab model={model} />;
    }
    case 'versions': {
      return <VersionsTab model={model} />;
    }
    case 'branches': {
      return <BranchesTab id={model.id} />;
    }
    case 'terms': {
      return <TermsTab model={model} />;
    }
    case 'usages': {
      return <UsagesTab model={model} />;
    }
    case 'history': {
      return <HistoryTab model={model} />;
    }
    default: {
      return <MissingState what={location.pathname} />;
    }
  }
}
