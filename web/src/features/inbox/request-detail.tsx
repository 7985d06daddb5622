import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Avatar } from '../../components/data/avatar.tsx';
import { DocLink, TeamLink } from '../../components/data/links.tsx';
import { Badge } from '../../components/data/status-badge.tsx';
import { dayText } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { accessTexts } from '../../texts/access.ts';
import { inboxTexts } from '../../texts/inbox.ts';
import { consumerOf, dataOf, daysUntil, lastDayOf, stateOf } from '../access/facts.ts';
import { contractQuery } from '../access/queries.ts';
import type { Access } from '../access/queries.ts';
import { classifiedFields, termsOf } from '../access/terms.ts';
import { TermsList } from '../access/terms-list.tsx';
import { ApprovalPreview } from './approval-preview.tsx';
import { EarlierAccesses } from './earlier-accesses.tsx';
import { qualityQuery } from './queries.ts';

/** A request with all that a decision needs: purpose, terms, consequences, and what was before. */
export function RequestDetail({ access, etag }: { access: Access; etag: string | undefined }) {
  const now = useNow();
  const { consumer, provider, info } = access;
  const who = consumerOf(access);
  return (
    <>
      <div className="row wrap small">
        <Avatar name={who} square />
        <span className="faint">
          {consumer.teamId && !consumer.dataProductId ? (
            <TeamLink id={consumer.teamId} name={who} />
          ) : (
            <Link className="link" to="/access/$id" params={{ id: access.id ?? '' }}>
              {who}
            </Link>
          )}{' '}
          {inboxTexts.asksFor}{' '}
          <DocLink collection="dataproducts" id={provider.dataProductId} name={dataOf(access)} />
        </span>
        <span className="push">
          <Badge status={stateOf(access, now)}>{badgeText(access)}</Badge>
        </span>
      </div>
      <blockquote className="inbox-quote">{info.purpose}</blockquote>
      <div className="pair">
        <Asked access={access} />
        <ContractSays access={access} />
      </div>
      <div className="pair">
        {access.lifecycle === 'requested' && <ApprovalPreview id={access.id ?? ''} etag={etag} />}
        <EarlierAccesses access={access} />
      </div>
      <FailingChecks access={access} />
    </>
  );
}

function badgeText({ lifecycle, info }: Access): string | undefined {
  const isFresh = lifecycle === 'requested' && info.changeRequestedAt === undefined;
  return isFresh ? inboxTexts.requested : undefined;
}

function Asked({ access: { info, roles } }: { access: Access }) {
  const now = useNow();
  const left = daysUntil(info.deactivateAt, now);
  return (
    <section>
      <h3>{inboxTexts.whatTheyAsk}</h3>
      <dl className="details">
        <dt>{accessTexts.role}</dt>
        <dd>{roles?.join(', ') || '–'}</dd>
        <dt>{accessTexts.from}</dt>
        <dd>
          {info.startDate
            ? dayText(new Date(info.startDate), now, 'UTC')
            : accessTexts.whenApproved}
        </dd>
        <dt>{accessTexts.until}</dt>
        <dd>
          {info.deactivateAt === undefined ? accessTexts.noEnd : lastDayOf(info.deactivateAt, now)}
          {left !== undefined && left > 0 && (
            <span className="faint"> ({inboxTexts.days(left)})</span>
          )}
        </dd>
        <dt>{accessTexts.askedBy}</dt>
        <dd>{info.requestedByName ?? '–'}</dd>
      </dl>
    </section>
  );
}

function ContractSays({ access: { provider } }: { access: Access }) {
  const { dataContractId } = provider;
  const contract = useQuery({
    ...contractQuery(dataContractId ?? ''),
    enabled: dataContractId !== undefined,
  });
  const terms = termsOf(contract.data ?? {});
  const classified = classifiedFields(contract.data ?? {});
  const isEmpty = terms.length === 0 && classified.length === 0 && !contract.isPending;
  return (
    <section>
      <h3>{inboxTexts.contractSays}</h3>
      {dataContractId === undefined && <p className="small soft">{inboxTexts.noContract}</p>}
      {dataContractId !== undefined && isEmpty && (
        <p className="small soft">{inboxTexts.noTerms}</p>
      )}
      <TermsList terms={terms}>
        {classified.length > 0 && (
          <>
            <dt>{inboxTexts.classified}</dt>
            <dd className="mono">{classified.join(', ')}</dd>
          </>
        )}
      </TermsList>
    </section>
  );
}

/** A contract whose tests fail: the person who decides should know before. */
function FailingChecks({ access: { provider } }: { access: Access }) {
  const { dataProductId, outputPortId, dataContractId } = provider;
  const ports = useQuery(qualityQuery(dataProductId)).data?.ports ?? [];
  const port = ports.find((each) => each.outputPortId === outputPortId);
  const servers = port?.servers ?? [];
  const failed = servers.reduce((sum, { failedChecks }) => sum + failedChecks, 0);
  const all = servers.reduce((sum, { checkCount }) => sum + checkCount, 0);
  if (failed === 0 || dataContractId === undefined) return null;
  return (
    <div className="note warn">
      <IconAlertTriangle size={16} aria-hidden />
      <div>
        {inboxTexts.checksFail(failed, all)}{' '}
        <DocLink collection="datacontracts" id={dataContractId} name={inboxTexts.lookAtTests} />
      </div>
    </div>
  );
}
