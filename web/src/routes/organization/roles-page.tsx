import { useQuery } from '@tanstack/react-query';
import { Page } from '../../components/page.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { Skeleton } from '../../components/states/skeleton.tsx';
import { PeopleTabs } from '../../features/people/people-tabs.tsx';
import { teamRolesQuery } from '../../features/people/queries.ts';
import { Roles } from '../../features/people/roles.tsx';
import '../../features/people/people.css';
import { useCopySource } from '../../lib/copy-source.ts';
import { peopleTexts, roleTexts } from '../../texts/organization/people.ts';

/** The roles that members of teams can have. */
export function RolesPage() {
  const roles = useQuery({ ...teamRolesQuery, retry: false });
  useCopySource('/api/settings/team-roles');
  return (
    <Page
      title={peopleTexts.title}
      above={[{ name: peopleTexts.title, href: '/organization/people' }]}
      crumb={peopleTexts.tabs.roles}
      lead={roleTexts.lead}
    >
      <PeopleTabs current="roles" />
      <Loaded query={roles} skeleton={<Skeleton height={320} />}>
        {(settings) => <Roles settings={settings} />}
      </Loaded>
    </Page>
  );
}
