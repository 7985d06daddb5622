import { EmptyState } from '../../components/states/empty-state.tsx';
import { DocLink } from '../../components/data/links.tsx';
import { conceptTexts } from '../../texts/concepts.ts';
import type { ConceptUsages as Answer } from './queries.ts';

/** The contracts and products whose fields name the concept. */
export function ConceptUsages({ answer: { usages, truncated } }: { answer: Answer }) {
  if (usages.length === 0) {
    return (
      <div className="card">
        <EmptyState sort="nothing-yet" title={conceptTexts.notUsed}>
          {conceptTexts.notUsedHint}
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <div className="card sideways" role="region" aria-label={conceptTexts.usedBy} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th>{conceptTexts.document}</th>
              <th>{conceptTexts.fields}</th>
            </tr>
          </thead>
          <tbody>
            {usages.map(({ kind, id, name, fields }) => (
              <tr key={`${kind} ${id}`}>
                <td>
                  <DocLink
                    collection={kind === 'data-product' ? 'dataproducts' : 'datacontracts'}
                    id={id}
                    name={name}
                  />
                </td>
                <td>
                  <Fields fields={fields} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {truncated && <p className="tiny faint">{conceptTexts.moreUsages}</p>}
    </>
  );
}

/** The document as a whole has an empty path. */
function Fields({ fields }: { fields: Answer['usages'][number]['fields'] }) {
  const names = fields.flatMap(({ path, name }) => (path === '' ? [] : [name ?? path]));
  if (names.length === 0) return <span className="faint">{conceptTexts.wholeDocument}</span>;
  return <code>{names.join(', ')}</code>;
}
