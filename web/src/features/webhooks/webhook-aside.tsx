import type { ReactNode } from 'react';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { Count } from '../../components/data/values.tsx';
import { webhookTexts } from '../../texts/operate/webhooks.ts';
import { eventsText, hostOf } from './facts.ts';
import type { Webhook } from './queries.ts';

/** What a webhook is set to, and what it has done. */
export function WebhookAside({ webhook }: { webhook: Webhook }) {
  const { url, events, deliveries, failingSince, previousSecretUntil } = webhook;
  return (
    <aside>
      <section className="card" aria-label={webhookTexts.details}>
        <dl className="details inside-card">
          <Fact name={webhookTexts.host}>{hostOf(url)}</Fact>
          <Fact name={webhookTexts.events}>{eventsText(events)}</Fact>
          {deliveries !== undefined && (
            <>
              <Fact name={webhookTexts.waiting}>
                <Count value={deliveries.pending} />
              </Fact>
              <Fact name={webhookTexts.delivered}>
                <Count value={deliveries.delivered} />
              </Fact>
              <Fact name={webhookTexts.failed}>
                <Count value={deliveries.failed} />
              </Fact>
            </>
          )}
          <Time name={webhookTexts.failingSince} at={failingSince} />
          <Time name={webhookTexts.oldSecret} at={previousSecretUntil} />
          <Time name={webhookTexts.created} at={webhook.createdAt} />
          <Time name={webhookTexts.changed} at={webhook.updatedAt} />
        </dl>
      </section>
    </aside>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Time({ name, at }: { name: string; at: string | null }) {
  if (at === null) return null;
  return (
    <Fact name={name}>
      <RelativeTime at={at} />
    </Fact>
  );
}
