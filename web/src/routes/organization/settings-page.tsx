import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Tabs } from '../../components/controls/tabs.tsx';
import { Page } from '../../components/page.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { Skeleton } from '../../components/states/skeleton.tsx';
import { GitSettings } from '../../features/git/git-settings.tsx';
import { CustomizationSettings } from '../../features/settings/customization-settings.tsx';
import { EngineSettings } from '../../features/settings/engine-settings.tsx';
import { FeatureSettings } from '../../features/settings/feature-settings.tsx';
import { InstallationSettings } from '../../features/settings/installation-settings.tsx';
import { MailSettings } from '../../features/settings/mail-settings.tsx';

import { LineageSettings } from '../../features/settings/lineage-settings.tsx';
import { ProfileSettings } from '../../features/settings/profile-settings.tsx';
import { ScoreSettings } from '../../features/settings/score-settings.tsx';
import { TypeSettings } from '../../features/settings/type-settings.tsx';
import { ProvisioningSettings } from '../../features/settings/provisioning-settings.tsx';
import { settingsQuery } from '../../features/settings/queries.ts';
import { settingTabs } from '../../features/settings/setting-tabs.ts';
import { TestSettings } from '../../features/settings/test-settings.tsx';
import type { PageSettings } from '../../features/settings/queries.ts';
import type { SettingTab } from '../../features/settings/setting-tabs.ts';
import '../../features/settings/settings.css';
import { useCopySource } from '../../lib/copy-source.ts';
import { settingTexts } from '../../texts/organization/settings.ts';

const route = getRouteApi('/framed/organization/settings');

/** The settings of the organization, and those of its installation. */
export function SettingsPage() {
  const search = route.useSearch();
  // An address may name a part that is none: the search of the frame keeps the word.
  const part = settingTabs.find((each) => each === search.part) ?? 'organization';
  const settings = useQuery({ ...settingsQuery, retry: false });
  const Part = parts[part];
  useCopySource('/api/organization/settings');
  return (
    <Page title={settingTexts.title} lead={settingTexts.lead}>
      <Tabs
        label={settingTexts.tabsLabel}
        tabs={settingTabs.map((each) => ({
          name: settingTexts.tabs[each],
          href: '/organization/settings',
          search: each === 'organization' ? {} : { part: each },
          isCurrent: each === part,
        }))}
      />
      <Loaded query={settings} skeleton={<Skeleton height={320} />}>
        {(data) => <Part settings={data} />}
      </Loaded>
    </Page>
  );
}

const parts: Record<SettingTab, (props: { settings: PageSettings }) => ReactNode> = {
  organization: ProfileSettings,
  features: FeatureSettings,
  tests: ({ settings }) => (
    <div className="stack loose">
      <TestSettings settings={settings} />
      <EngineSettings settings={settings} />
    </div>
  ),
  products: ({ settings }) => (
    <div className="stack loose">
      <ScoreSettings settings={settings} />
      <TypeSettings settings={settings} />
    </div>
  ),
  mails: MailSettings,
  provisioning: ({ settings }) => <ProvisioningSettings mayChange={settings.may.change} />,
  customization: CustomizationSettings,
  lineage: LineageSettings,
  git: ({ settings }) => (
    <GitSettings refused={settings.may.change ? undefined : { because: settingTexts.onlyOwners }} />
  ),
  installation: InstallationSettings,
};
