import { Link } from '@tanstack/react-router';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { StatusBadge } from '../../components/data/status-badge.tsx';
import { sandboxTexts } from '../../texts/develop/sandbox.ts';
import type { Sandbox } from './queries.ts';

/** The sandboxes of the person. */
export function SandboxTable({ sandboxes }: { sandboxes: readonly Sandbox[] }) {
  const { columns } = sandboxTexts;
  return (
    <div className="card sideways" role="region" aria-label={sandboxTexts.title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>{columns.name}</th>
            <th className="wide-only">{columns.access}</th>
            <th>{columns.rules}</th>
            <th className="wide-only">{columns.ends}</th>
          </tr>
        </thead>
        <tbody>
          {sandboxes.map(({ id, name, platform, lifecycle, provisioningStatus, expiresAt }) => (
            <tr key={id}>
              <td>
                <Link className="link medium" to="/develop/sandbox/$id" params={{ id }}>
                  {name}
                </Link>
                <br />
                <span className="tiny faint">{platform}</span>
              </td>
              <td className="wide-only">
                <StatusBadge of="access" value={lifecycle} />
              </td>
              <td>
                {provisioningStatus === null ? (
                  <span className="faint">{sandboxTexts.noReport}</span>
                ) : (
                  <StatusBadge of="provisioning" value={provisioningStatus} />
                )}
              </td>
              <td className="wide-only soft">
                <RelativeTime at={expiresAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
