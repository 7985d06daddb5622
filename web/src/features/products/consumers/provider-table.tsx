import { Link } from '@tanstack/react-router';
import { RelativeTime } from '../../../components/data/relative-time.tsx';
import { Badge } from '../../../components/data/status-badge.tsx';
import { Day, LastDay } from '../../../components/data/values.tsx';
import { documentHref } from '../../../lib/address/document-href.ts';
import { useNow } from '../../../lib/now.ts';
import { providerTexts } from '../../../texts/studio/consumers.ts';
import { portTypeName } from '../../../texts/port-types.ts';
import { accessState } from '../../own-access/state.ts';
import { AccessPeriod } from '../../own-access/access-cards.tsx';
import { Consumer } from '../consumers-tab.tsx';
import type { Access } from '../../access/queries.ts';
import { isLasting } from './facts.ts';
import type { Compared } from './facts.ts';
import { RowActions } from './row-actions.tsx';
import type { RowAction } from './row-actions.tsx';

type ProviderTableProps = {
  rows: readonly Compared[];
  refusedBy: string | undefined;
  onAct: RowAction;
};

/** Consumers with what was agreed, what should be granted, and what was reported. */
export function ProviderTable({ rows, refusedBy, onAct }: ProviderTableProps) {
  return (
    <div className="card sideways" role="region" aria-label={providerTexts.consumer} tabIndex={0}>
      <table className="provider-table">
        <thead>
          <tr>
            <th scope="col">{providerTexts.consumer}</th>
            <th scope="col">{providerTexts.agreed}</th>
            <th scope="col" className="wide-only">
              {providerTexts.granted}
            </th>
            <th scope="col" className="wide-only">
              {providerTexts.reported}
            </th>
            <th scope="col">
              <span className="hidden">{providerTexts.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.access.id} row={row} refusedBy={refusedBy} onAct={onAct} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = Omit<ProviderTableProps, 'rows'> & { row: Compared };

function Row({ row, refusedBy, onAct }: RowProps) {
  const { access } = row;
  const { provider } = access;
  return (
    <tr>
      <td>
        <Consumer consumer={access.consumer} />
        <div className="tiny faint">{provider.outputPortName ?? provider.outputPortId}</div>
      </td>
      <td>
        <Agreed row={row} />
      </td>
      <td className="wide-only">
        <Granted row={row} />
      </td>
      <td className="wide-only">
        <Reported row={row} />
      </td>
      <td className="number">
        <RowActions access={access} lasts={isLasting(access)} {...{ refusedBy, onAct }} />
      </td>
    </tr>
  );
}

function Agreed({ row: { access, difference } }: { row: Compared }) {
  const now = useNow();
  const { id, info, lifecycle, provisioning: _reported, ...agreed } = access;
  const badge = <Badge status={accessState({ ...agreed, info, lifecycle }, now)} />;
  return (
    <>
      {typeof id === 'string' ? <Link to={documentHref('access', id)}>{badge}</Link> : badge}
      {difference !== undefined && (
        <div className="narrow-only">
          <Badge status={difference} bare />
        </div>
      )}
      <div className="tiny faint wide-only">
        <AccessPeriod access={access} />
        {lifecycle === 'active' && typeof info.nextReassessmentDate === 'string' && (
          <>
            , {providerTexts.reassessBy('')}
            <Day date={info.nextReassessmentDate} />
          </>
        )}
      </div>
    </>
  );
}

function Granted({ row: { grant } }: { row: Compared }) {
  if (grant === undefined) return <span className="faint">{providerTexts.noGrant}</span>;
  const { roles, platform, deactivateAt } = grant;
  return (
    <>
      {providerTexts.roleOn(roles.join(', '), portTypeName(platform ?? ''))}
      {deactivateAt !== undefined && (
        <div className="tiny faint">
          {providerTexts.until}
          <LastDay end={deactivateAt} />
        </div>
      )}
    </>
  );
}

function Reported({ row: { access, grant, difference } }: { row: Compared }) {
  const { provisioning } = access;
  if (difference === undefined && provisioning === undefined && grant === undefined) {
    return <span className="faint">{providerTexts.noReport}</span>;
  }
  const asAgreed = { tone: 'ok', word: providerTexts.asAgreed, icon: 'check' } as const;
  return (
    <>
      <Badge status={difference ?? asAgreed} bare={difference === undefined} />
      {provisioning !== undefined && <Source report={provisioning} />}
    </>
  );
}

function Source({ report }: { report: NonNullable<Access['provisioning']> }) {
  const { platform, reference, provisionedAt, deprovisionedAt } = report;
  const at = provisionedAt ?? deprovisionedAt;
  return (
    <div className="tiny faint wide-only">
      {[platform, reference].filter(Boolean).join(' · ')}
      {typeof at === 'string' && (
        <>
          , <RelativeTime at={at} />
        </>
      )}
    </div>
  );
}
