import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { PersonLink, TeamLink } from '../../components/data/links.tsx';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { StatusBadge } from '../../components/data/status-badge.tsx';
import { Day } from '../../components/data/values.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { Skeleton } from '../../components/states/skeleton.tsx';
import { useNow } from '../../lib/now.ts';
import { apiKeyTexts } from '../../texts/organization/keys.ts';
import type { ApiKey } from './queries.ts';
import { RevokeKey } from './revoke-key.tsx';

type Pages = InfiniteData<{ keys: ApiKey[] }>;

type KeyListProps = {
  query: UseInfiniteQueryResult<Pages>;
  /** The keys of the signed-in person. */
  isOwn: boolean;
  /** Stands for an empty list. */
  empty: ReactNode;
};

/** Keys with their use, without their texts, which the server does not have either. */
export function KeyList({ query, isOwn, empty }: KeyListProps) {
  const [revoked, setRevoked] = useState<ApiKey>();
  return (
    <>
      <Loaded query={query} skeleton={<Skeleton height={280} />}>
        {({ pages }) => {
          const keys = pages.flatMap((page) => page.keys);
          if (keys.length === 0) return <div className="card">{empty}</div>;
          return <KeyTable keys={keys} isOwn={isOwn} onRevoke={setRevoked} />;
        }}
      </Loaded>
      {query.hasNextPage && (
        <span>
          <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {apiKeyTexts.more}
          </Button>
        </span>
      )}
      {revoked !== undefined && (
        <RevokeKey apiKey={revoked} isOwn={isOwn} onClose={() => setRevoked(undefined)} />
      )}
    </>
  );
}

type KeyTableProps = {
  keys: readonly ApiKey[];
  isOwn: boolean;
  onRevoke: (key: ApiKey) => void;
};

function KeyTable({ keys, isOwn, onRevoke }: KeyTableProps) {
  const { columns } = apiKeyTexts;
  return (
    <div className="card sideways" role="region" aria-label={apiKeyTexts.title} tabIndex={0}>
      <table className="key-table">
        <thead>
          <tr>
            <th>{columns.key}</th>
            <th className="wide-only">{columns.actsFor}</th>
            <th>{columns.state}</th>
            <th className="wide-only">{columns.lastUsed}</th>
            <th className="wide-only number">{columns.use}</th>
            <th className="wide-only">{columns.expires}</th>
            <th className="actions">{columns.actions}</th>
          </tr>
        </thead>
        <tbody>
          {keys.map((each) => (
            <KeyLine
              key={each.organizationApiKeyId}
              apiKey={each}
              isOwn={isOwn}
              onRevoke={() => onRevoke(each)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type KeyLineProps = { apiKey: ApiKey; isOwn: boolean; onRevoke: () => void };

const soonMs = 14 * 86_400_000;

function KeyLine({ apiKey, isOwn, onRevoke }: KeyLineProps) {
  const { displayName, state, lastUsedAt, expiresAt, createdByName, uses } = apiKey;
  const now = useNow();
  const isEnding =
    state === 'working' && expiresAt !== null && Date.parse(expiresAt) - now.getTime() < soonMs;
  return (
    <tr>
      <td>
        <span className="medium">{displayName}</span>
        <br />
        <span className="tiny faint">
          {createdByName !== null && !isOwn && `${apiKeyTexts.madeBy(createdByName)}, `}
          <RelativeTime at={apiKey.createdAt} />
        </span>
      </td>
      <td className="wide-only">
        <ActsFor apiKey={apiKey} />
      </td>
      <td>
        <StatusBadge of="key" value={isEnding ? 'expiring' : state} />
      </td>
      <td className="wide-only soft">
        {lastUsedAt === null ? apiKeyTexts.never : <RelativeTime at={lastUsedAt} />}
      </td>
      <td className="wide-only number soft">
        <Uses uses={uses} />
      </td>
      <td className="wide-only soft">
        {expiresAt === null ? apiKeyTexts.noEnd : <Day date={expiresAt} />}
      </td>
      <td className="actions">
        {state === 'working' && (
          <Button
            compact
            tone="quiet"
            aria-label={apiKeyTexts.revokeLabel(displayName)}
            onClick={onRevoke}
          >
            {apiKeyTexts.revoke}
          </Button>
        )}
      </td>
    </tr>
  );
}

function Uses({ uses: { requests, failed } }: Pick<ApiKey, 'uses'>) {
  return (
    <>
      {requests === 0 ? apiKeyTexts.unused : apiKeyTexts.requests(requests)}
      {failed > 0 && (
        <>
          <br />
          <span className="tiny faint">{apiKeyTexts.failed(failed)}</span>
        </>
      )}
    </>
  );
}

function ActsFor({ apiKey }: { apiKey: ApiKey }) {
  const { scope, teamId, teamName, email, personName } = apiKey;
  return (
    <>
      {scope.startsWith('organization') && apiKeyTexts.scopes.organization}
      {scope.startsWith('team') &&
        (teamName === null ? (
          apiKeyTexts.formerTeam
        ) : (
          <TeamLink id={teamId ?? ''} name={teamName} />
        ))}
      {scope.startsWith('user') && <PersonLink name={personName ?? email} email={email} />}
      {scope.endsWith('_read') && <span className="tiny faint"> {apiKeyTexts.readsOnly}</span>}
    </>
  );
}
