import { IconExternalLink } from '@tabler/icons-react';
import { workTexts } from '../../texts/operations/work.ts';
import { useMe } from '../session/queries.ts';

/** The dashboard of BullMQ, which opens with the session; only for those who operate the installation. */
export function QueuesLink() {
  if (useMe()?.may.operateInstallation !== true) return null;
  return (
    <a
      className="button compact"
      href="/ui/queues"
      target="_blank"
      rel="noreferrer"
      title={workTexts.queuesHint}
    >
      {workTexts.queues}
      <IconExternalLink size={14} aria-hidden />
    </a>
  );
}
