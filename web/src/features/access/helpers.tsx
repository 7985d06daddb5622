import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RefusedSentence } from '../../components/states/why-not.tsx';
import { accessTexts } from '../../texts/access.ts';
import { holdersQuery } from '../permissions/queries.ts';
import type { Permission } from '../permissions/queries.ts';
import { useHelpers } from '../permissions/refusal.ts';

/** Who has this permission on a document of a collection decides who may see it. */
const actions: Readonly<Record<string, Permission>> = {
  access: 'ACCESS_APPROVE',
  datacontracts: 'RESOURCES_EDIT',
  dataproducts: 'RESOURCES_EDIT',
  teams: 'TEAM_EDIT',
};

/** The people who can help with a page that may not be seen; without any, the way to the teams. */
export function Helpers({ path }: { path: string }) {
  const [collection = '', id = ''] = path.split('/').slice(1);
  const action = id === '' ? undefined : actions[collection];
  const query = holdersQuery(action ?? 'ACCESS_APPROVE', `${collection}/${decoded(id)}`);
  const holders = useQuery({ ...query, enabled: action !== undefined }).data;
  const { people } = useHelpers(holders);
  if (people.length > 0) {
    return (
      <p>
        <RefusedSentence refused={{ because: '', who: people }} />
      </p>
    );
  }
  return (
    <Link className="link" to="/teams">
      {accessTexts.peopleOfTeams}
    </Link>
  );
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
