import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { StatusBadge } from '../../components/data/status-badge.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { eventName } from '../../texts/event-names.ts';
import { inspectorTexts } from '../../texts/operate/inspector.ts';
import { templateName } from '../mail/mail-table.tsx';
import { useMe } from '../session/queries.ts';
import { accessAlertsQuery, accessEventsQuery, accessMailsQuery } from './queries.ts';
import type { Alert, Mail } from './queries.ts';

/** Events, messages and alerts about an access. */
export function WhatFollowed({ id }: { id: string }) {
  const events = useQuery(accessEventsQuery(id));
  const alerts = useQuery(accessAlertsQuery(id));
  return (
    <div className="inspector-columns">
      <Part title={inspectorTexts.events} query={events} none={inspectorTexts.noEvents}>
        {(event) => (
          <li key={event.id} className="row">
            <Link className="link" to="/operate/events" search={{ event: event.id }}>
              {eventName(event.type)}
            </Link>
            <span className="tiny faint push nowrap">
              <RelativeTime at={event.time} />
            </span>
          </li>
        )}
      </Part>
      <Mails id={id} />
      <Part title={inspectorTexts.alerts} query={alerts} none={inspectorTexts.noAlerts}>
        {(alert) => <AlertLine key={alert.id} alert={alert} />}
      </Part>
    </div>
  );
}

/** Only those who operate see what was sent. */
function Mails({ id }: { id: string }) {
  const mayRead = useMe()?.may.operate === true;
  const mails = useQuery({ ...accessMailsQuery(id), enabled: mayRead });
  if (!mayRead) {
    return (
      <PartCard title={inspectorTexts.mails}>
        <p className="small soft">{inspectorTexts.mailsRefused}</p>
      </PartCard>
    );
  }
  return (
    <Part title={inspectorTexts.mails} query={mails} none={inspectorTexts.noMails}>
      {(mail) => <MailLine key={mail.id} mail={mail} />}
    </Part>
  );
}

function MailLine({ mail: { id, template, recipient, status } }: { mail: Mail }) {
  return (
    <li className="row wrap">
      <Link className="link" to="/operate/mail" search={{ message: id }}>
        {templateName(template)}
      </Link>
      <span className="tiny faint">{recipient}</span>
      <span className="push">
        <StatusBadge of="mail" value={status} />
      </span>
    </li>
  );
}

function AlertLine({ alert: { message, resolvedAt, raisedAt } }: { alert: Alert }) {
  return (
    <li className="stack">
      <span className="row wrap">
        <StatusBadge of="alert" value={resolvedAt === null ? 'open' : 'resolved'} />
        <span className="tiny faint push nowrap">
          <RelativeTime at={raisedAt} />
        </span>
      </span>
      <span>{message}</span>
    </li>
  );
}

type PartProps<Entry> = {
  title: string;
  query: UseQueryResult<readonly Entry[]>;
  none: string;
  children: (entry: Entry) => ReactNode;
};

function Part<Entry>({ title, query, none, children }: PartProps<Entry>) {
  return (
    <PartCard title={title} count={query.data?.length}>
      <Loaded query={query}>
        {(entries) =>
          entries.length === 0 ? (
            <p className="small soft">{none}</p>
          ) : (
            <ul className="stack small">{entries.map(children)}</ul>
          )
        }
      </Loaded>
    </PartCard>
  );
}

type PartCardProps = { title: string; count?: number | undefined; children: ReactNode };

function PartCard({ title, count, children }: PartCardProps) {
  return (
    <section className="card" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {count !== undefined && <span className="small faint">{count}</span>}
      </header>
      <div className="inside">{children}</div>
    </section>
  );
}
