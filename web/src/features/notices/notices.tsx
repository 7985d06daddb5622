import { Popover } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isStatus } from '../../api/problem.ts';
import { Button } from '../../components/button.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { noticeSentence } from '../../texts/notices.ts';
import { shellTexts } from '../../texts/shell.ts';
import { noticesQuery, useMarkRead } from './queries.ts';
import type { Notice } from './queries.ts';

/** The bell: what happened to what one decides, owns or follows. */
export function Notices() {
  const query = useQuery(noticesQuery);
  const [isOpen, setOpen] = useState(false);
  const markRead = useMarkRead();
  if (isStatus(query.error, 404)) return null;
  const unread = query.data?.unread ?? 0;
  const label = unread === 0 ? shellTexts.notices : shellTexts.unread(unread);
  const close = () => setOpen(false);
  return (
    <Popover position="bottom-end" width={360} opened={isOpen} onChange={setOpen} trapFocus>
      <Popover.Target>
        <button
          type="button"
          className="icon-button"
          aria-label={label}
          onClick={() => setOpen(!isOpen)}
        >
          <IconBell size={16} stroke={1.75} aria-hidden />
          {unread > 0 && <span className="dot" />}
        </button>
      </Popover.Target>
      <Popover.Dropdown className="notices" aria-label={shellTexts.notices}>
        <Loaded query={query}>
          {({ notices }) => (
            <>
              {notices.length === 0 && <p className="small soft">{shellTexts.noNotices}</p>}
              <ul>
                {notices.map((notice) => (
                  <NoticeLine key={notice.id} notice={notice} onOpen={close} />
                ))}
              </ul>
              {unread > 0 && notices[0] !== undefined && (
                <MarkAll newest={notices[0]} onMark={(id) => markRead.mutate(id)} />
              )}
            </>
          )}
        </Loaded>
      </Popover.Dropdown>
    </Popover>
  );
}

function MarkAll({ newest, onMark }: { newest: Notice; onMark: (id: string) => void }) {
  return (
    <Button compact tone="quiet" onClick={() => onMark(newest.id)}>
      {shellTexts.markAllRead}
    </Button>
  );
}

function NoticeLine({ notice, onOpen }: { notice: Notice; onOpen: () => void }) {
  const { subjectKind, subjectId, at, read } = notice;
  return (
    <li>
      <Link
        to="/$collection/$"
        params={{ collection: subjectKind, _splat: subjectId }}
        className={read ? 'notice-line' : 'notice-line unread'}
        onClick={onOpen}
      >
        <span>{noticeSentence(notice)}</span>
        <span className="tiny faint">
          <RelativeTime at={at} />
        </span>
      </Link>
    </li>
  );
}
