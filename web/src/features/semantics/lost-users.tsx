import { DocLink } from '../../components/data/links.tsx';
import { semanticTexts } from '../../texts/semantics/semantics.ts';
import type { ConceptChange } from './queries.ts';

/** The contracts and products that use concepts which would be removed. */
export function LostUsers({ changes }: { changes: readonly ConceptChange[] }) {
  const used = changes.filter(({ op, usages }) => op === 'remove' && usages.length > 0);
  if (used.length === 0) return null;
  return (
    <div className="note warn">
      <div>
        {semanticTexts.removedUsed(used.length)}
        <ul>
          {used.map(({ external_id: concept, name, usages }) => (
            <li key={concept}>
              <span className="medium">{name}:</span>{' '}
              {usages.map(({ kind, id, name: document }, index) => (
                <span key={`${kind} ${id}`}>
                  {index > 0 && ', '}
                  <DocLink
                    collection={kind === 'data-product' ? 'dataproducts' : 'datacontracts'}
                    id={id}
                    name={document}
                  />
                </span>
              ))}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
