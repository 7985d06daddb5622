import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RelativeTime } from '../../../components/data/relative-time.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { WhyNot } from '../../../components/states/why-not.tsx';
import type { Refused } from '../../../components/states/why-not.tsx';
import { gitCredentialTexts } from '../../../texts/git.ts';
import { gitWebhookTexts as texts } from '../../../texts/git/webhooks.ts';
import { PartHead } from '../../teams/part-head.tsx';
import { RowActions } from '../../teams/row-actions.tsx';
import { Requester } from '../requester.tsx';
import { gitWebhooksQuery } from './queries.ts';
import type { GitWebhook } from './queries.ts';
import { AddWebhook, DeleteWebhook, WebhookHelp } from './webhook-dialogs.tsx';
import '../git.css';

type Open = { dialog: 'add' } | { dialog: 'help' | 'delete'; webhook: GitWebhook };
type OnOpen = (dialog: 'help' | 'delete', webhook: GitWebhook) => void;

/** The webhooks of Git hosts of the organization. Secrets are shown when they are made, and never again. */
export function GitWebhookList({ refused }: { refused: Refused | undefined }) {
  const webhooks = useQuery(gitWebhooksQuery);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <section className="stack" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <PartHead lead={texts.lead}>
        <WhyNot refused={refused} onClick={() => setOpen({ dialog: 'add' })}>
          {texts.add}
        </WhyNot>
      </PartHead>
      <Loaded query={webhooks}>
        {(all) =>
          all.length === 0 ? (
            <div className="card">
              <EmptyState sort="nothing-yet" title={texts.none}>
                {texts.noneHint}
              </EmptyState>
            </div>
          ) : (
            <WebhookTable
              webhooks={all}
              mayDelete={refused === undefined}
              onOpen={(dialog, webhook) => setOpen({ dialog, webhook })}
            />
          )
        }
      </Loaded>
      {open?.dialog === 'add' && <AddWebhook onClose={close} />}
      {open?.dialog === 'help' && <WebhookHelp webhook={open.webhook} onClose={close} />}
      {open?.dialog === 'delete' && <DeleteWebhook webhook={open.webhook} onClose={close} />}
    </section>
  );
}

type WebhookTableProps = {
  webhooks: readonly GitWebhook[];
  mayDelete: boolean;
  onOpen: OnOpen;
};

function WebhookTable({ webhooks, mayDelete, onOpen }: WebhookTableProps) {
  return (
    <div className="card sideways" role="region" aria-label={texts.title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>{texts.repository}</th>
            <th className="wide-only">{texts.host}</th>
            <th className="wide-only">{texts.by}</th>
            <th className="wide-only">{texts.created}</th>
            <th className="actions">{texts.actions}</th>
          </tr>
        </thead>
        <tbody>
          {webhooks.map((webhook) => (
            <WebhookLine key={webhook.id} {...{ webhook, mayDelete, onOpen }} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type WebhookLineProps = { webhook: GitWebhook; mayDelete: boolean; onOpen: OnOpen };

function WebhookLine({ webhook, mayDelete, onOpen }: WebhookLineProps) {
  const { repositoryUrl, gitConnectionType, createdAt, createdBy } = webhook;
  const help = {
    name: texts.setUp,
    label: texts.setUpLabel(repositoryUrl),
    onClick: () => onOpen('help', webhook),
  };
  const remove = {
    name: texts.remove,
    label: texts.removeLabel(repositoryUrl),
    onClick: () => onOpen('delete', webhook),
  };
  return (
    <tr>
      <td className="mono git-hash">{repositoryUrl}</td>
      <td className="wide-only">{gitCredentialTexts.types[gitConnectionType]}</td>
      <td className="wide-only soft">
        <Requester principal={createdBy} />
      </td>
      <td className="wide-only soft">
        <RelativeTime at={createdAt} />
      </td>
      <td className="actions">
        <RowActions actions={mayDelete ? [help, remove] : [help]} />
      </td>
    </tr>
  );
}
