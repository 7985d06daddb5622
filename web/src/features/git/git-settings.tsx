import type { Refused } from '../../components/states/why-not.tsx';
import { gitCredentialTexts } from '../../texts/git.ts';
import { CredentialList } from './credentials/credential-list.tsx';
import { GitWebhookList } from './webhooks/webhook-list.tsx';

/** What an organization has for Git: credentials, and webhooks of Git hosts. */
export function GitSettings({ refused }: { refused: Refused | undefined }) {
  return (
    <div className="stack loose">
      <div className="stack">
        <h2>{gitCredentialTexts.title}</h2>
        <CredentialList owner={null} refused={refused} />
      </div>
      <GitWebhookList refused={refused} />
    </div>
  );
}
