import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Page } from '../../components/page.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { WhyNot } from '../../components/states/why-not.tsx';
import { CreateOwnKey } from '../../features/keys/create-own-key.tsx';
import { hasOwnKeys } from '../../features/keys/has-own-keys.ts';
import { KeyList } from '../../features/keys/key-list.tsx';
import { ownKeysQuery } from '../../features/keys/queries.ts';
import '../../features/people/people.css';
import { useMe } from '../../features/session/queries.ts';
import { apiKeyTexts } from '../../texts/organization/keys.ts';

/** The keys that act for the signed-in person. */
export function OwnKeysPage() {
  const me = useMe();
  if (me === undefined) return null;
  if (hasOwnKeys(me)) return <OwnKeys />;
  return (
    <Page title={apiKeyTexts.ownTitle} lead={apiKeyTexts.ownLead}>
      <div className="card">
        <EmptyState
          sort="nothing-yet"
          title={apiKeyTexts.noPerson}
          action={
            me.may.organization && (
              <Link className="button primary" to="/organization/keys">
                {apiKeyTexts.toOrganization}
              </Link>
            )
          }
        >
          {apiKeyTexts.noPersonHint}
        </EmptyState>
      </div>
    </Page>
  );
}

function OwnKeys() {
  const keys = useInfiniteQuery({ ...ownKeysQuery, retry: false });
  const [isCreating, setCreating] = useState(false);
  return (
    <Page
      title={apiKeyTexts.ownTitle}
      lead={apiKeyTexts.ownLead}
      actions={
        keys.error === null && (
          <WhyNot tone="primary" refused={undefined} onClick={() => setCreating(true)}>
            {apiKeyTexts.create}
          </WhyNot>
        )
      }
    >
      <div className="stack people-parts">
        <KeyList
          query={keys}
          isOwn
          empty={
            <EmptyState sort="nothing-yet" title={apiKeyTexts.noneOwn}>
              {apiKeyTexts.noneOwnHint}
            </EmptyState>
          }
        />
      </div>
      {isCreating && <CreateOwnKey onClose={() => setCreating(false)} />}
    </Page>
  );
}
