import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { DangerDialog } from '../../components/dialogs/danger-dialog.tsx';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { WhyNot } from '../../components/states/why-not.tsx';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { announce } from '../../lib/announce.ts';
import {
  removalTexts,
  replayTexts,
  secretTexts,
  webhookTexts,
} from '../../texts/operate/webhooks.ts';
import { useReadOnly } from '../session/read-only.ts';
import {
  useDeleteWebhook,
  usePutWebhook,
  useResumeWebhook,
  useRotateSecret,
  useTestWebhook,
} from './changes.ts';
import { NewSecret } from './new-secret.tsx';
import type { Webhook } from './queries.ts';
import { ReplayDialog } from './replay-dialog.tsx';
import { WebhookDialog } from './webhook-form.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';

type Open = 'edit' | 'rotate' | 'delete' | 'replay';
type DialogProps = { webhook: Webhook; onClose: () => void };

/** What can be done with a webhook. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const [open, setOpen] = useState<Open>();
  const refused = useReadOnly();
  const close = () => setOpen(undefined);
  const button = (name: string, dialog: Open) => (
    <WhyNot refused={refused} onClick={() => setOpen(dialog)}>
      {name}
    </WhyNot>
  );
  return (
    <>
      <div className="primary-bar">
        <TestButton webhook={webhook} />
      </div>
      <PauseButton webhook={webhook} />
      {button(replayTexts.start, 'replay')}
      {button(webhookTexts.rotate, 'rotate')}
      {button(webhookTexts.edit, 'edit')}
      {button(webhookTexts.remove, 'delete')}
      {open === 'edit' && <WebhookDialog webhook={webhook} onClose={close} />}
      {open === 'rotate' && <RotateDialog webhook={webhook} onClose={close} />}
      {open === 'delete' && <RemoveDialog webhook={webhook} onClose={close} />}
      {open === 'replay' && <StartReplay webhook={webhook} onClose={close} />}
    </>
  );
}

/** Sends a test, and opens its delivery, which says what the receiver answers. */
function TestButton({ webhook: { id } }: { webhook: Webhook }) {
  const test = useTestWebhook(id);
  const navigate = useNavigate();
  const refused = useReadOnly();
  const send = () =>
    test.mutate(undefined, {
      onSuccess: (started) =>
        void navigate({
          to: '/operate/webhooks/$id/{-$tab}',
          params: { id },
          search: { delivery: started.id },
        }),
    });
  return (
    <>
      <WhyNot tone="primary" refused={refused} disabled={test.isPending} onClick={send}>
        {test.isPending ? webhookTexts.testing : webhookTexts.test}
      </WhyNot>
      {test.error !== null && <ProblemNote error={test.error} />}
    </>
  );
}

/** Switches a webhook off, or lets it go on where it stopped. */
function PauseButton({ webhook }: { webhook: Webhook }) {
  const { id, events, status } = webhook;
  const put = usePutWebhook();
  const resume = useResumeWebhook(id);
  const refused = useReadOnly();
  const isStopped = status === 'paused' || status === 'disabled';
  const error = put.error ?? resume.error;
  const press = () => {
    const done = () => announce(isStopped ? webhookTexts.resumed(id) : webhookTexts.paused(id));
    if (status === 'paused') resume.mutate(undefined, { onSuccess: done });
    else put.mutate({ id, events, enabled: isStopped }, { onSuccess: done });
  };
  return (
    <>
      <WhyNot refused={refused} disabled={put.isPending || resume.isPending} onClick={press}>
        {isStopped ? webhookTexts.resume : webhookTexts.pause}
      </WhyNot>
      {error !== null && <ProblemNote error={error} />}
    </>
  );
}

function RotateDialog({ webhook: { id }, onClose }: DialogProps) {
  const rotate = useRotateSecret(id);
  const { data } = rotate;
  if (data !== undefined) {
    const until = data.previousSecretUntil;
    return (
      <NewSecret
        title={secretTexts.rotatedTitle}
        secret={data.secret}
        example={data.example}
        onStored={onClose}
        note={
          until !== null && (
            <p className="small soft">
              {secretTexts.formerUntil} <RelativeTime at={until} />.
            </p>
          )
        }
      />
    );
  }
  return (
    <FormDialog
      title={secretTexts.rotateTitle(id)}
      action={secretTexts.rotateAction}
      isPending={rotate.isPending}
      error={rotate.error}
      onClose={onClose}
      onSubmit={() => rotate.mutate()}
    >
      <p className="soft">{secretTexts.rotateDetail}</p>
    </FormDialog>
  );
}

function RemoveDialog({ webhook: { id, deliveries }, onClose }: DialogProps) {
  const remove = useDeleteWebhook(id);
  const navigate = useNavigate();
  const confirm = () =>
    remove.mutate(undefined, { onSuccess: () => void navigate({ to: '/operate/webhooks' }) });
  return (
    <DangerDialog
      isOpen
      title={removalTexts.title(id)}
      name={id}
      action={removalTexts.action}
      isPending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={confirm}
    >
      {removalTexts.detail(deliveries?.pending ?? 0)}
    </DangerDialog>
  );
}

function StartReplay({ webhook: { id }, onClose }: DialogProps) {
  const navigate = useNavigate();
  const show = () => {
    onClose();
    void navigate({ to: '/operate/webhooks/$id/{-$tab}', params: { id, tab: 'replays' } });
  };
  return <ReplayDialog webhookId={id} onClose={onClose} onStarted={show} />;
}
