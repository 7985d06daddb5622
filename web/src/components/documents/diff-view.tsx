import { changedPart, wordsOf } from '../../lib/text/changed-part.ts';
import { StatusBadge } from '../data/status-badge.tsx';

/** A difference between two versions of a contract, as `/changes` answers it. */
export type FieldChange = {
  path: string;
  verdict: string;
  rule: string;
  from?: string | undefined;
  to?: string | undefined;
};

/** Changed fields with verdict, rule, and what was before and after. */
export function DiffView({ changes, label }: { changes: readonly FieldChange[]; label: string }) {
  return (
    <div className="sideways" role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>Field</th>
            <th>Verdict</th>
            <th className="wide-only">Rule</th>
            <th>Before</th>
            <th>After</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ path, verdict, rule, from, to }) => (
            <tr key={`${path} ${rule}`}>
              <td className="diff-path">
                <ChangedPart path={path} />
              </td>
              <td>
                <StatusBadge of="change" value={verdict} />
              </td>
              <td className="wide-only">{wordsOf(rule)}</td>
              <td className="mono">{from === undefined ? '–' : <del>{from}</del>}</td>
              <td className="mono">{to === undefined ? '–' : <ins>{to}</ins>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The field and what of it changed; the whole path is its title. */
function ChangedPart({ path }: { path: string }) {
  const { name, member } = changedPart(path);
  return (
    <span title={path}>
      {name !== undefined && <span className="mono">{name}</span>}
      {name !== undefined && member !== '' && ', '}
      {member}
    </span>
  );
}
