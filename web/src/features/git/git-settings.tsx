import type { Refused } from '../../components/states/why-not.tsx';
import { CredentialList } from './credentials/credential-list.tsx';
import { GitWebhookList } from './webhooks/webhook-list.tsx';

/** What an organization has for Git: credentials, and webhooks of Git hosts. */
export function GitSettings({ refused }: { refused: Refused | undefined }) {
  return (
    <div className="stack loose">
      <CredentialList owner={null} refused={refused} />
      <GitWebhookList refused={refused} />
    </div>
  );
}
