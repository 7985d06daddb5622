import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconFileText,
  IconHourglass,
  IconX,
} from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { noticeSentence, noticeTexts } from '../../texts/notices.ts';
import { targetOf } from './notice-target.ts';
import type { Notice } from './queries.ts';

type Tone = 'ok' | 'warn' | 'bad' | 'run' | 'idle';

const looks: Readonly<Partial<Record<Notice['kind'], [tone: Tone, icon: Icon]>>> = {
  'contract-changed-major': ['bad', IconAlertTriangle],
  'test-failed': ['bad', IconX],
  'access-requested': ['run', IconHourglass],
  'access-approved': ['ok', IconCheck],
  'access-rejected': ['bad', IconX],
  'access-change-requested': ['warn', IconAlertTriangle],
  'access-request-changed': ['run', IconHourglass],
  'access-cancelled': ['idle', IconX],
  'access-ends-soon': ['warn', IconClock],
  'provisioning-failed': ['bad', IconAlertTriangle],
  'deprovisioning-failed': ['bad', IconAlertTriangle],
  'change-proposed': ['run', IconHourglass],
  'change-edited': ['run', IconHourglass],
  'change-accepted': ['ok', IconCheck],
  'change-declined': ['bad', IconX],
};

/** What happened, who did it, when, and the note that they wrote. */
export function NoticeLine({ notice, onOpen }: { notice: Notice; onOpen: () => void }) {
  const { kind, details, principal, principalName, at, read } = notice;
  const [tone, Drawing] = looks[kind] ?? ['idle', IconFileText];
  return (
    <li>
      <Link
        {...targetOf(notice)}
        className={read ? 'notice-line' : 'notice-line unread'}
        onClick={onOpen}
      >
        <span className={`notice-icon ${tone}`}>
          <Drawing size={14} stroke={2} aria-hidden />
        </span>
        <span className="notice-text">
          <span>{noticeSentence(notice)}</span>
          {details.note !== undefined && <q className="small soft">{details.note}</q>}
          <span className="tiny faint">
            {principalName !== null && principal !== 'system' && `${principalName} · `}
            <RelativeTime at={at} />
          </span>
        </span>
        {!read && (
          <span className="notice-dot">
            <span className="hidden">{noticeTexts.isUnread}</span>
          </span>
        )}
      </Link>
    </li>
  );
}
