import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Modal } from '@mantine/core';
import { problemText } from '../../components/states/problem-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { Badge } from '../../components/data/status-badge.tsx';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { WhyNot } from '../../components/states/why-not.tsx';
import { useBulk } from '../../lib/hooks/use-bulk.ts';
import type { BulkRow } from '../../lib/hooks/use-bulk.ts';
import { dialogTexts } from '../../texts/dialogs.ts';
import { eventName } from '../../texts/event-names.ts';
import { deliveryTexts } from '../../texts/operate/webhooks.ts';
import type { StatusWord } from '../../texts/status-words.ts';
import { useReadOnly } from '../session/read-only.ts';
import { redeliver } from './changes.ts';
import { failedDeliveriesQuery, maxRedelivered } from './queries.ts';
import type { Delivery, Webhook } from './queries.ts';

/** Sends all failed deliveries of a webhook again; the button names their number. */
export function RedeliverAll({ webhook: { id, deliveries } }: { webhook: Webhook }) {
  const [isOpen, setOpen] = useState(false);
  const readOnly = useReadOnly();
  const count = deliveries?.failed ?? 0;
  if (count === 0 && !isOpen) return null;
  const isTooMany = count > maxRedelivered;
  const tooMany = isTooMany
    ? { because: deliveryTexts.redeliverTooMany(maxRedelivered) }
    : undefined;
  return (
    <span className="push">
      <WhyNot compact tone="primary" refused={readOnly ?? tooMany} onClick={() => setOpen(true)}>
        {deliveryTexts.redeliverAll(count)}
      </WhyNot>
      {isOpen && <Dialog id={id} onClose={() => setOpen(false)} />}
    </span>
  );
}

function Dialog({ id, onClose }: { id: string; onClose: () => void }) {
  const failed = useQuery({ ...failedDeliveriesQuery(id), refetchOnWindowFocus: false });
  const queryClient = useQueryClient();
  const { rows, isRunning, run, stop } = useBulk<Delivery, unknown>();
  const all = failed.data ?? [];
  const send = async () => {
    await run(all, (delivery) => redeliver(id, delivery.id));
    await queryClient.invalidateQueries({ queryKey: ['webhooks'] });
  };
  if (rows.length > 0) return <Outcomes {...{ rows, isRunning, onStop: stop, onClose }} />;
  return (
    <FormDialog
      title={deliveryTexts.redeliverTitle(all.length)}
      action={deliveryTexts.redeliverAll(all.length)}
      isIncomplete={all.length === 0}
      isPending={failed.isFetching}
      error={null}
      onClose={onClose}
      onSubmit={() => void send()}
    >
      <p className="soft">{deliveryTexts.redeliverEffect}</p>
      <Loaded query={failed}>
        {(deliveries) => (
          <Rows rows={deliveries.map((item) => ({ item, row: { state: 'waiting' } }))} />
        )}
      </Loaded>
    </FormDialog>
  );
}

type OutcomesProps = {
  rows: readonly BulkRow<Delivery, unknown>[];
  isRunning: boolean;
  onStop: () => void;
  onClose: () => void;
};

function Outcomes({ rows, isRunning, onStop, onClose }: OutcomesProps) {
  const left = rows.filter(({ row: { state } }) => state === 'waiting' || state === 'running');
  return (
    <Modal
      opened
      onClose={onClose}
      title={deliveryTexts.redeliverOutcomes}
      closeButtonProps={{ 'aria-label': dialogTexts.close }}
    >
      <div className="stack">
        <Rows rows={rows} />
        <div className="row">
          <span className="small faint" role="status">
            {deliveryTexts.redeliverProgress(rows.length - left.length, rows.length)}
          </span>
          <span className="push">
            {isRunning ? (
              <Button onClick={onStop}>{deliveryTexts.stop}</Button>
            ) : (
              <Button tone="primary" onClick={onClose}>
                {deliveryTexts.close}
              </Button>
            )}
          </span>
        </div>
      </div>
    </Modal>
  );
}

const signs = {
  waiting: { tone: 'idle', icon: 'waits' },
  running: { tone: 'run', icon: 'running' },
  stopped: { tone: 'idle', icon: 'none' },
  done: { tone: 'ok', icon: 'check' },
  failed: { tone: 'bad', icon: 'x' },
} as const satisfies Record<string, Omit<StatusWord, 'word'>>;

function Rows({ rows }: Pick<OutcomesProps, 'rows'>) {
  return (
    <ul
      className="card outcome-rows scrolled"
      aria-label={deliveryTexts.redeliverOutcomes}
      tabIndex={0}
    >
      {rows.map(({ item: { id, isTest, eventType, subject, subjectName }, row }) => (
        <li key={id}>
          <span>
            <span className="medium">{isTest ? deliveryTexts.test : eventName(eventType)}</span>{' '}
            {!isTest && <span className="faint">{subjectName ?? subject}</span>}
          </span>
          <span className="push row wrap">
            {row.state === 'failed' && <span className="tiny soft">{problemText(row.error)}</span>}
            <Badge status={{ ...signs[row.state], word: deliveryTexts.outcome[row.state] }} />
          </span>
        </li>
      ))}
    </ul>
  );
}
