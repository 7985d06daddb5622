import { useQuery } from '@tanstack/react-query';
import { namesQuery } from '../../../api/names.ts';
import { DocLink, TeamLink } from '../../../components/data/links.tsx';
import { StatusBadge } from '../../../components/data/status-badge.tsx';
import { plainText } from '../../../lib/text/plain-text.ts';
import { documentTexts, listedTexts, listTexts } from '../../../texts/documents.ts';
import { policyTexts } from '../../../texts/studio/policies.ts';
import { rulesOf } from '../../policies/rules.ts';
import { factsOf } from '../document-facts.ts';
import type { DocumentFacts } from '../document-facts.ts';
import type { Json } from '../queries.ts';

type DocumentTableProps = { collection: string; documents: readonly Json[] };

const idOf = ({ id, externalId }: Json): string => {
  const found = id ?? externalId;
  return typeof found === 'string' ? found : '';
};

/** Documents of one kind, each in a line. */
export function DocumentTable({ collection, documents }: DocumentTableProps) {
  const owners = documents.flatMap((document) => factsOf(document).owner ?? []);
  const refs = [...new Set(owners)].map((owner) => `team:${owner}`).toSorted();
  const names = useQuery(namesQuery(refs)).data;
  const all = documents.map((document) => ({ document, facts: factsOf(document) }));
  const has = {
    description: all.some(({ facts }) => facts.description !== undefined),
    owner: owners.length > 0,
    status: all.some(({ facts }) => facts.status !== undefined),
    type: all.some(({ facts }) => facts.type !== undefined),
  };
  return (
    <div
      className="card sideways"
      role="region"
      aria-label={listedTexts[collection]?.title ?? collection}
      tabIndex={0}
    >
      <table className="document-table">
        <thead>
          <tr>
            <th>{listTexts.name}</th>
            {has.description && <th className="wide-only">{listTexts.description}</th>}
            {has.type && <th className="wide-only">{listTexts.type}</th>}
            {has.status && <th>{documentTexts.status}</th>}
            {collection === 'policies' && <th>{policyTexts.rules}</th>}
            {has.owner && <th>{documentTexts.owner}</th>}
          </tr>
        </thead>
        <tbody>
          {all.map(({ document, facts }) => (
            <DocumentLine
              key={idOf(document)}
              collection={collection}
              id={idOf(document)}
              facts={facts}
              has={has}
              rules={collection === 'policies' ? rulesText(document) : undefined}
              names={names}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type DocumentLineProps = {
  collection: string;
  id: string;
  facts: DocumentFacts;
  /** The columns that the table has. */
  has: { description: boolean; owner: boolean; status: boolean; type: boolean };
  /** How many rules a policy has, and whether it is enforced; undefined for other kinds. */
  rules: string | undefined;
  names: ReadonlyMap<string, string> | undefined;
};

const rulesText = (document: Json): string =>
  policyTexts.ruleCount(rulesOf(document).length, document['enforced'] === true);

function DocumentLine({ collection, id, facts, has, rules, names }: DocumentLineProps) {
  const { name, description, type, status, owner } = facts;
  return (
    <tr>
      <td>
        <DocLink collection={collection} id={id} name={name} />
      </td>
      {has.description && (
        <td className="wide-only soft">
          <span className="two-lines">{plainText(description ?? '')}</span>
        </td>
      )}
      {has.type && <td className="wide-only soft">{type ?? '–'}</td>}
      {has.status && <td>{status ? <StatusBadge of="document" value={status} /> : '–'}</td>}
      {rules !== undefined && <td className="soft nowrap">{rules}</td>}
      {has.owner && (
        <td>
          <Owner owner={owner} names={names} />
        </td>
      )}
    </tr>
  );
}

type OwnerProps = Pick<DocumentLineProps, 'names'> & { owner: string | undefined };

function Owner({ owner, names }: OwnerProps) {
  if (owner === undefined) return '–';
  return <TeamLink id={owner} name={names?.get(`team:${owner}`)} />;
}
