import { Popover } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { announce } from '../../lib/announce.ts';
import { noticeTexts } from '../../texts/notices.ts';
import { NoticeLine } from './notice-line.tsx';
import { noticesQuery, useMarkRead } from './queries.ts';

/** The bell: what happened to what one decides, owns or follows. Its list is read when it is opened. */
export function Notices({ unread }: { unread: number }) {
  const [isOpen, setOpen] = useState(false);
  useAnnounced(unread);
  return (
    <Popover position="bottom-end" width={400} opened={isOpen} onChange={setOpen} trapFocus>
      <Popover.Target>
        <button
          type="button"
          className="icon-button"
          aria-label={unread === 0 ? noticeTexts.title : noticeTexts.unread(unread)}
          onClick={() => setOpen(!isOpen)}
        >
          <IconBell size={16} stroke={1.75} aria-hidden />
          {unread > 0 && <span className="dot" />}
        </button>
      </Popover.Target>
      <Popover.Dropdown className="notices">
        <NoticeList unread={unread} onOpen={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Tells screen readers of notices that come while the page is open. */
function useAnnounced(unread: number): void {
  const known = useRef(unread);
  useEffect(() => {
    if (unread > known.current) announce(noticeTexts.unread(unread));
    known.current = unread;
  }, [unread]);
}

function NoticeList({ unread, onOpen }: { unread: number; onOpen: () => void }) {
  const query = useInfiniteQuery(noticesQuery);
  const markRead = useMarkRead();
  const newest = query.data?.pages[0]?.notices[0];
  return (
    <>
      <div className="notices-head">
        <h2>{noticeTexts.title}</h2>
        {unread > 0 && newest !== undefined && (
          <Button compact tone="quiet" onClick={() => markRead.mutate({ upTo: newest.id })}>
            {noticeTexts.markAllRead}
          </Button>
        )}
      </div>
      <Loaded query={query}>
        {({ pages }) => {
          const notices = pages.flatMap((page) => page.notices);
          if (notices.length === 0) return <p className="notices-none">{noticeTexts.none}</p>;
          return (
            <ul>
              {notices.map((notice) => (
                <NoticeLine
                  key={notice.id}
                  notice={notice}
                  onOpen={() => {
                    if (!notice.read) markRead.mutate({ ids: [notice.id] });
                    onOpen();
                  }}
                />
              ))}
            </ul>
          );
        }}
      </Loaded>
      {query.hasNextPage && (
        <Button compact wide tone="quiet" onClick={() => void query.fetchNextPage()}>
          {noticeTexts.older}
        </Button>
      )}
    </>
  );
}
