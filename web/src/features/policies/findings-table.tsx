import { DocLink, TeamLink } from '../../components/data/links.tsx';
import { Badge } from '../../components/data/status-badge.tsx';
import { policyTexts } from '../../texts/studio/policies.ts';
import './policies.css';
import type { DocumentFindings } from './queries.ts';
import { severityOf } from './severity.ts';

type FindingsTableProps = {
  title: string;
  documents: readonly DocumentFindings[];
  total: number;
  /** Without the column of the team: for the page of one. */
  ofTeam?: boolean;
};

const collections: Readonly<Record<string, string>> = {
  'data-contract': 'datacontracts',
  'data-product': 'dataproducts',
};

/** Documents with what is to be changed in them. */
export function FindingsTable({ title, documents, total, ofTeam }: FindingsTableProps) {
  return (
    <>
      <div className="card sideways" role="region" aria-label={title} tabIndex={0}>
        <table className="findings-table">
          <thead>
            <tr>
              <th scope="col">{policyTexts.document}</th>
              {ofTeam !== true && (
                <th scope="col" className="wide-only">
                  {policyTexts.team}
                </th>
              )}
              <th scope="col">{policyTexts.mend}</th>
            </tr>
          </thead>
          <tbody>
            {documents.map((document) => (
              <Row key={`${document.kind} ${document.id}`} {...{ document, ofTeam }} />
            ))}
          </tbody>
        </table>
      </div>
      {total > documents.length && (
        <p className="tiny faint">{policyTexts.first(documents.length, total)}</p>
      )}
    </>
  );
}

type RowProps = { document: DocumentFindings; ofTeam: boolean | undefined };

function Row({ document: { kind, id, name, ownerId, ownerName, findings }, ofTeam }: RowProps) {
  return (
    <tr>
      <td>
        <DocLink collection={collections[kind] ?? kind} id={id} name={name} />
      </td>
      {ofTeam !== true && (
        <td className="wide-only">
          {ownerId !== null && <TeamLink id={ownerId} name={ownerName} />}
        </td>
      )}
      <td>
        <ul>
          {findings.map(({ policyId, ruleId, severity, message }) => (
            <li key={`${policyId} ${ruleId}`} className="row">
              <Badge bare status={severityOf(severity)} />
              <span className="small">{message}</span>
            </li>
          ))}
        </ul>
      </td>
    </tr>
  );
}
