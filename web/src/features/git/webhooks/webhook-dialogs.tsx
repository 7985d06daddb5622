import { Modal } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { violationAt } from '../../../api/problem.ts';
import { Button } from '../../../components/controls/button.tsx';
import { SelectField, TextField } from '../../../components/controls/text-field.tsx';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { SecretOnce } from '../../../components/dialogs/secret-once.tsx';
import { copyText } from '../../../components/documents/copy-text.ts';
import { dialogTexts } from '../../../texts/dialogs.ts';
import { gitCredentialTexts, gitFormTexts } from '../../../texts/git.ts';
import { gitWebhookTexts as texts } from '../../../texts/git/webhooks.ts';
import { typeOfAddress } from '../connection/type-of-address.ts';
import { useCreateGitWebhook, useDeleteGitWebhook } from './queries.ts';
import type { GitWebhook, WebhookHost } from './queries.ts';

const hosts = Object.keys(texts.steps) as WebhookHost[];
const options = hosts.map((value) => ({ value, name: gitCredentialTexts.types[value] }));

/** The host of the address, if it sends webhooks. */
function hostOf(address: string): WebhookHost {
  const type = typeOfAddress(address);
  return type === 'git' ? 'github' : type;
}

/** Creates a webhook, and shows its secret once with what to do with it. */
export function AddWebhook({ onClose }: { onClose: () => void }) {
  const create = useCreateGitWebhook();
  const [repositoryUrl, setUrl] = useState('');
  const [chosen, setChosen] = useState<WebhookHost>();
  const gitConnectionType = chosen ?? hostOf(repositoryUrl);
  if (create.data !== undefined) {
    const { secret, ...webhook } = create.data;
    return (
      <WebhookSteps title={texts.createdTitle} webhook={webhook}>
        <section aria-label={texts.secret}>
          <h3>{texts.secret}</h3>
          <SecretOnce secret={secret} what={texts.theSecret} onStored={onClose} />
        </section>
      </WebhookSteps>
    );
  }
  return (
    <FormDialog
      title={texts.addTitle}
      action={texts.addAction}
      isIncomplete={repositoryUrl === ''}
      isPending={create.isPending}
      error={create.error}
      onClose={onClose}
      onSubmit={() => create.mutate({ repositoryUrl, gitConnectionType })}
    >
      <TextField
        label={gitFormTexts.url}
        hint={texts.repositoryHint}
        isFirst
        isMono
        problem={violationAt(create.error, 'repositoryUrl')}
        value={repositoryUrl}
        onChange={(value) => setUrl(value.trim())}
      />
      <SelectField
        label={texts.host}
        options={options}
        problem={violationAt(create.error, 'gitConnectionType')}
        value={gitConnectionType}
        onChange={(value) => setChosen(value as WebhookHost)}
      />
    </FormDialog>
  );
}

type Shown = Pick<GitWebhook, 'url' | 'gitConnectionType'>;

/** How a webhook that exists is entered; its secret is not known here. */
export function WebhookHelp({ webhook, onClose }: { webhook: Shown; onClose: () => void }) {
  const { gitConnectionType: host } = webhook;
  const title = texts.stepsOf(gitCredentialTexts.types[host]);
  return (
    <WebhookSteps title={title} webhook={webhook} onClose={onClose}>
      <p className="small soft">{texts.lostSecret}</p>
    </WebhookSteps>
  );
}

type WebhookStepsProps = {
  title: string;
  webhook: Shown;
  children: ReactNode;
  /** Without it, only the button under the secret closes. */
  onClose?: () => void;
};

function WebhookSteps({ title, webhook, children, onClose }: WebhookStepsProps) {
  const { url, gitConnectionType: host } = webhook;
  return (
    <Modal
      opened
      size="lg"
      title={title}
      onClose={() => onClose?.()}
      withCloseButton={onClose !== undefined}
      closeButtonProps={{ 'aria-label': dialogTexts.close }}
    >
      <div className="stack loose git-webhook">
        <section className="stack" aria-label={texts.address}>
          <h3>{texts.address}</h3>
          <pre className="code-block">{url}</pre>
          <div className="row">
            <Button onClick={() => void copyText(url, texts.theAddress)}>{texts.copy}</Button>
          </div>
        </section>
        <section aria-label={texts.stepsOf(gitCredentialTexts.types[host])}>
          <h3>{texts.stepsOf(gitCredentialTexts.types[host])}</h3>
          <ol className="git-webhook-steps small">
            {texts.steps[host].map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </section>
        {children}
      </div>
    </Modal>
  );
}

export function DeleteWebhook({ webhook, onClose }: { webhook: GitWebhook; onClose: () => void }) {
  const remove = useDeleteGitWebhook();
  return (
    <FormDialog
      title={texts.removeTitle}
      action={texts.removeAction}
      tone="danger"
      isPending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onSubmit={() => remove.mutate(webhook.id, { onSuccess: onClose })}
    >
      <p className="soft">{texts.removeDetail(webhook.repositoryUrl)}</p>
    </FormDialog>
  );
}
