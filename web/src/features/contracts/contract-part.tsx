import { lazy } from 'react';
import { MissingState } from '../../components/error-state.tsx';
import type { Model } from './queries.ts';
import { SchemaTab } from './schema/schema-tab.tsx';
import type { Run } from './tests/live-run.ts';

const TestsTab = lazy(async () => ({ default: (await import('./tests/tests-tab.tsx')).TestsTab }));
const YamlTab = lazy(async () => ({ default: (await import('./yaml/yaml-tab.tsx')).YamlTab }));
const VersionsTab = lazy(async () => ({
  default: (await import('./versions/versions-tab.tsx')).VersionsTab,
}));
const TermsTab = lazy(async () => ({ default: (await import('./facts/terms-tab.tsx')).TermsTab }));
const UsagesTab = lazy(async () => ({ default: (await import('./facts/usages-tab.tsx')).UsagesTab }));
const HistoryTab = lazy(async () => ({
  default: (await import('./facts/history-tab.tsx')).HistoryTab,
}));

type ContractPartProps = { model: Model; tab: string; onFollow: (run: Run) => void };

/** The part of the page that the address names; all but the first are loaded when they are opened. */
export function ContractPart({ model, tab, onFollow }: ContractPartProps) {
  switch (tab) {
    case 'schema': {
      return <SchemaTab model={model} />;
    }
    case 'tests': {
      return <TestsTab model={model} onFollow={onFollow} />;
    }
    case 'yaml': {
      return <YamlTab model={model} />;
    }
    case 'versions': {
      return <VersionsTab model={model} />;
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
