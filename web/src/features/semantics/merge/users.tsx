import { IconCertificate, IconCube } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { namesQuery } from '../../../api/names.ts';
import { DocLink } from '../../../components/data/links.tsx';
import { mergeTexts } from '../../../texts/semantics/merge.ts';
import type { Rehearsal } from '../queries.ts';

type Usage = Rehearsal['impact'][number]['usages'][number];

/** The contracts and products that link to the concept in conflict. */
export function Users({ name, usages }: { name: string; usages: readonly Usage[] }) {
  const owners = [...new Set(usages.flatMap(({ ownerId }) => ownerId ?? []))];
  const names = useQuery(namesQuery(owners.map((id) => `team:${id}`))).data;
  return (
    <section>
      <div className="row wrap merge-who">
        <h3>{mergeTexts.who(name)}</h3>
        <span className="small faint">
          {usages.length === 0
            ? mergeTexts.unused
            : mergeTexts.usedBy(usages.length, owners.length)}
        </span>
      </div>
      {usages.length > 0 && (
        <ul className="merge-users">
          {usages.slice(0, 30).map(({ kind, id, name: document, ownerId, fields }) => (
            <li key={`${kind} ${id}`}>
              <span className="row tight">
                {kind === 'data-product' ? (
                  <IconCube size={14} stroke={1.75} aria-hidden />
                ) : (
                  <IconCertificate size={14} stroke={1.75} aria-hidden />
                )}
                <DocLink
                  collection={kind === 'data-product' ? 'dataproducts' : 'datacontracts'}
                  id={id}
                  name={document}
                />
              </span>
              <span className="tiny faint ellipsis">
                {[names?.get(`team:${ownerId}`), fieldsOf(fields)].filter(Boolean).join(', ')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function fieldsOf(fields: Usage['fields']): string {
  const named = fields.flatMap(({ path, name }) => (path === '' ? [] : [name ?? path]));
  return named.length === 0 ? mergeTexts.wholeDocument : named.join(', ');
}
