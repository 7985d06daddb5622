import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Page } from '../../components/page.tsx';
import { PeopleTabs } from '../../features/people/people-tabs.tsx';
import { Simulator } from '../../features/people/simulator.tsx';
import '../../features/people/people.css';
import { peopleTexts, simulatorTexts } from '../../texts/organization/people.ts';

const route = getRouteApi('/framed/organization/permissions');

/** What a person may do with a resource, and why. */
export function PermissionsPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  return (
    <Page
      title={peopleTexts.title}
      above={[{ name: peopleTexts.title, href: '/organization/people' }]}
      crumb={peopleTexts.tabs.permissions}
      lead={simulatorTexts.lead}
    >
      <PeopleTabs current="permissions" />
      <Simulator
        search={search}
        onChange={(next) => void navigate({ to: '/organization/permissions', search: next })}
      />
    </Page>
  );
}
