import { Fact, TimeFact } from '../../components/data/fact.tsx';
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
          <TimeFact name={webhookTexts.failingSince} at={failingSince} />
          <TimeFact name={webhookTexts.oldSecret} at={previousSecretUntil} />
          <TimeFact name={webhookTexts.created} at={webhook.createdAt} />
          <TimeFact name={webhookTexts.changed} at={webhook.updatedAt} />
        </dl>
      </section>
    </aside>
  );
}
