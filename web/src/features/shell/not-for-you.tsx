import { useQuery } from '@tanstack/react-query';
import { RefusedSentence } from '../../components/states/why-not.tsx';
import { stateTexts } from '../../texts/states.ts';
import { ownersQuery } from '../session/queries.ts';
import type { Me } from '../session/queries.ts';

const maxShown = 5;

/** In place of a page that the person may not see: for whom it is, and who of them can be asked. */
export function NotForYou({ name, me }: { name: string; me: Me }) {
  const isOwner = me.may.organization;
  const owners = useQuery({ ...ownersQuery, enabled: !isOwner }).data ?? [];
  const because = isOwner
    ? stateTexts.onlyOperators(name)
    : stateTexts.onlyOwners(name, me.organization.name);
  return (
    <div className="state">
      <h1>{stateTexts.forbidden}</h1>
      <p>
        <RefusedSentence refused={{ because, who: owners.slice(0, maxShown) }} />
      </p>
    </div>
  );
}
