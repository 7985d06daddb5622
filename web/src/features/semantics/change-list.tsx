import { Link } from '@tanstack/react-router';
import { StatusBadge } from '../../components/data/status-badge.tsx';
import { documentHref } from '../../lib/address/document-href.ts';
import { semanticTexts } from '../../texts/semantics/semantics.ts';
import type { ConceptChange } from './queries.ts';
import { ChangedWords } from './words.tsx';
import { valueText } from './value-text.ts';

type FieldChange = { field: string; from?: unknown; to?: unknown; impact: string };
type Related = { name: string; op: string; fields: FieldChange[] };

type ChangeListProps = {
  namespace: string;
  /** The changes are edited on this branch. */
  branch?: string;
  changes: readonly ConceptChange[];
  total: number;
};

/** Changed concepts, the gravest first, with what changes and who uses them. */
export function ChangeList({ namespace, branch, changes, total }: ChangeListProps) {
  const sorted = changes.toSorted((one, other) => gravity(one) - gravity(other));
  return (
    <>
      <div className="card sideways" role="region" aria-label={semanticTexts.change} tabIndex={0}>
        <table className="change-table">
          <thead>
            <tr>
              <th>{semanticTexts.change}</th>
              <th>{semanticTexts.fields}</th>
              <th className="wide-only">{semanticTexts.usedBy}</th>
            </tr>
          </thead>
          <tbody>
            {sorted.map((change) => (
              <tr key={`${change.op} ${change.external_id}`}>
                <td>
                  <ConceptName namespace={namespace} branch={branch} change={change} />
                  <span className="row tight">
                    <StatusBadge of="change" value={change.impact} />
                    <span className="tiny faint">{semanticTexts.ops[change.op] ?? change.op}</span>
                  </span>
                </td>
                <td>
                  <Fields change={change} />
                </td>
                <td className="wide-only faint nowrap">
                  {change.usages.length > 0 && semanticTexts.usages(change.usages.length)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {total > changes.length && (
        <p className="tiny faint">{semanticTexts.firstOf(changes.length, total)}</p>
      )}
    </>
  );
}

const impacts = ['breaking', 'structural', 'additive'];
const gravity = ({ impact }: ConceptChange): number => impacts.indexOf(impact);

type ConceptNameProps = { namespace: string; branch: string | undefined; change: ConceptChange };

function ConceptName({ namespace, branch, change }: ConceptNameProps) {
  const { external_id: id, name, op } = change;
  if (op === 'remove') return <s className="medium block faint">{name}</s>;
  const isNew = op === 'add';
  if (branch !== undefined) {
    return (
      <Link
        className="link block"
        to="/semantics/$namespace/branches/$branch/concepts/$"
        params={{ namespace, branch, _splat: id }}
      >
        {name}
      </Link>
    );
  }
  if (isNew) return <span className="medium block">{name}</span>;
  return (
    <Link className="link block" to={documentHref('concepts', `${namespace}/${id}`)}>
      {name}
    </Link>
  );
}

/** Fields of the concept, and its relationships; an added one says only its name. */
function Fields({ change }: { change: ConceptChange }) {
  if (change.op !== 'update') return null;
  const fields = change.fields as FieldChange[];
  const related = change.relationships as Related[];
  return (
    <ul className="field-changes">
      {fields.map(({ field, from, to }) => (
        <li key={field}>
          <span className="mono">{field}</span> <FromTo from={from} to={to} />
        </li>
      ))}
      {related.map(({ name, op, fields: inside }) => (
        <li key={`${op} ${name}`}>
          {semanticTexts.relationship(name)}{' '}
          <span className="faint">{semanticTexts.ops[op] ?? op}</span>
          {op === 'update' &&
            inside.map(({ field, from, to }) => (
              <span key={field} className="block">
                <span className="mono">{field}</span> <FromTo from={from} to={to} />
              </span>
            ))}
        </li>
      ))}
    </ul>
  );
}

function FromTo({ from, to }: { from?: unknown; to?: unknown }) {
  if (typeof from === 'string' && typeof to === 'string') {
    return <ChangedWords before={from} after={to} />;
  }
  return (
    <>
      {from !== undefined && from !== null && <del>{valueText(from)}</del>}{' '}
      {to !== undefined && to !== null && <ins>{valueText(to)}</ins>}
    </>
  );
}
