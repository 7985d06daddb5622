import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Avatar } from '../../components/avatar.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { inboxTexts } from '../../texts/inbox.ts';
import { consumerOf } from '../access/facts.ts';
import type { Access } from '../access/queries.ts';
import type { InboxShow } from './place.ts';

type InboxListProps = {
  requests: readonly Access[];
  current: string | undefined;
  show: InboxShow;
  selected: ReadonlySet<string>;
  onSelect: (id: string) => void;
};

/** The requests, one of which is open. */
export function InboxList({ requests, ...rest }: InboxListProps) {
  return (
    <ul className="inbox-rows" aria-label={inboxTexts.list}>
      {requests.map((access) => (
        <Item key={access.id} access={access} {...rest} />
      ))}
    </ul>
  );
}

type ItemProps = Omit<InboxListProps, 'requests'> & { access: Access };

function Item({ access, current, show, selected, onSelect }: ItemProps) {
  const id = access.id ?? '';
  const isCurrent = id === current;
  const item = useRef<HTMLLIElement>(null);
  const { info, provider } = access;
  const who = consumerOf(access);
  useEffect(() => {
    if (isCurrent) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <li ref={item} className={isCurrent ? 'inbox-item current' : 'inbox-item'}>
      <label className="check">
        <input
          type="checkbox"
          checked={selected.has(id)}
          aria-label={inboxTexts.selectRequest(who)}
          onChange={() => onSelect(id)}
        />
      </label>
      <Avatar name={who} square />
      <Link
        to="/inbox"
        search={{ id, show }}
        resetScroll={false}
        aria-current={isCurrent ? 'true' : undefined}
      >
        <span className="row">
          <span className="medium ellipsis">{who}</span>
          {info.requestedAt !== undefined && (
            <span className="tiny faint push nowrap">
              <RelativeTime at={info.requestedAt} />
            </span>
          )}
        </span>
        <span className="ellipsis">{provider.outputPortName ?? provider.outputPortId}</span>
        <span className="ellipsis soft">{info.purpose}</span>
      </Link>
    </li>
  );
}
