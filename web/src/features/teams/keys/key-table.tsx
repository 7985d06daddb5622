import { Day } from '../../../components/data/values.tsx';
import { RelativeTime } from '../../../components/data/relative-time.tsx';
import { StatusBadge } from '../../../components/data/status-badge.tsx';
import type { components } from '../../../api/schema.d.ts';
import { keyTexts, memberTexts } from '../../../texts/teams/team-parts.ts';
import { RowActions } from '../row-actions.tsx';

export type Key = components['schemas']['ApiKey'];

/** Keys without their secrets, which the server does not have either. */
export function KeyTable({
  keys,
  onRevoke,
}: {
  keys: readonly Key[];
  onRevoke: (key: Key) => void;
}) {
  return (
    <div className="card sideways" role="region" aria-label={keyTexts.title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>{keyTexts.name}</th>
            <th className="wide-only">{keyTexts.scope}</th>
            <th>{keyTexts.state}</th>
            <th className="wide-only">{keyTexts.lastUsed}</th>
            <th className="wide-only">{keyTexts.expires}</th>
            <th className="actions">{memberTexts.actions}</th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <KeyLine key={key.organizationApiKeyId} apiKey={key} onRevoke={onRevoke} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function KeyLine({ apiKey, onRevoke }: { apiKey: Key; onRevoke: (key: Key) => void }) {
  const { displayName, scope, state, lastUsedAt, expiresAt } = apiKey;
  const revoke = {
    name: keyTexts.revoke,
    label: keyTexts.revokeLabel(displayName),
    onClick: () => onRevoke(apiKey),
  };
  return (
    <tr>
      <td className="medium">{displayName}</td>
      <td className="wide-only soft">
        {scope === 'team' ? keyTexts.scopes.team : keyTexts.scopes.team_read}
      </td>
      <td>
        <StatusBadge of="key" value={state} />
      </td>
      <td className="wide-only soft">
        {lastUsedAt === null ? keyTexts.never : <RelativeTime at={lastUsedAt} />}
      </td>
      <td className="wide-only soft">{expiresAt === null ? '–' : <Day date={expiresAt} />}</td>
      <td className="actions">{state === 'working' && <RowActions actions={[revoke]} />}</td>
    </tr>
  );
}
