import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { online } from '../../../lib/connection.ts';
import { useStore } from '../../../lib/store.ts';
import { providerTexts } from '../../../texts/studio/consumers.ts';
import { consumerOf } from '../../access/facts.ts';
import type { Access } from '../../access/queries.ts';

export type RowAction = (asked: { what: 'reassess' | 'end'; id: string }) => void;

type RowActionsProps = {
  access: Access;
  lasts: boolean;
  /** Id of the sentence that says why the person may not change accesses. */
  refusedBy: string | undefined;
  onAct: RowAction;
};

/** What the providing team may do with an access. */
export function RowActions({ access, lasts, refusedBy, onAct }: RowActionsProps) {
  const isOnline = useStore(online);
  const id = access.id ?? '';
  if (access.lifecycle === 'requested') {
    return (
      <Link className="button compact" to="/inbox" search={{ id }}>
        {providerTexts.decide}
      </Link>
    );
  }
  if (!lasts) return null;
  const label = providerTexts.more(consumerOf(access));
  const isRefused = refusedBy !== undefined || !isOnline;
  return (
    <Menu position="bottom-end" disabled={isRefused}>
      <Menu.Target>
        <button
          type="button"
          className="icon-button"
          aria-label={label}
          title={label}
          disabled={isRefused}
          aria-describedby={refusedBy}
        >
          <IconDots size={16} stroke={1.75} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onAct({ what: 'reassess', id })}>
          {providerTexts.reassess}
        </Menu.Item>
        <Menu.Item onClick={() => onAct({ what: 'end', id })}>{providerTexts.end}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
