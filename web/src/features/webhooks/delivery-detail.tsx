import { Fact, TimeFact } from '../../components/data/fact.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SubjectLink } from '../../components/data/subject-link.tsx';
import { DetailDrawer } from '../../components/dialogs/detail-drawer.tsx';
import { IdChip } from '../../components/documents/id-chip.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { WhyNot } from '../../components/states/why-not.tsx';
import { announce } from '../../lib/announce.ts';
import { eventName } from '../../texts/event-names.ts';
import { deliveryTexts } from '../../texts/operate/webhooks.ts';
import { useReadOnly } from '../session/read-only.ts';
import { useRedeliver } from './changes.ts';
import { DeliveryState } from './delivery-table.tsx';
import { RequestPart, ResponsePart } from './exchange-parts.tsx';
import { exchangeQuery } from './queries.ts';
import type { Exchange } from './queries.ts';

type DeliveryDetailProps = { webhookId: string; id: string; onClose: () => void };

/** One delivery: what was sent, what came back, and the way to send it again. */
export function DeliveryDetail({ webhookId, id, onClose }: DeliveryDetailProps) {
  const exchange = useQuery(exchangeQuery(webhookId, id));
  const { data } = exchange;
  const name = data?.isTest === false ? eventName(data.eventType) : deliveryTexts.test;
  return (
    <DetailDrawer title={data === undefined ? deliveryTexts.title : name} onClose={onClose}>
      <Loaded query={exchange}>
        {(loaded) => (
          <>
            <Facts webhookId={webhookId} exchange={loaded} />
            <ResponsePart exchange={loaded} />
            <RequestPart exchange={loaded} />
          </>
        )}
      </Loaded>
    </DetailDrawer>
  );
}

type FactsProps = { webhookId: string; exchange: Exchange };

function Facts({ webhookId, exchange }: FactsProps) {
  const { id, isTest, subject, subjectKind, eventId, replayId, lastError } = exchange;
  const redeliver = useRedeliver(webhookId);
  const readOnly = useReadOnly();
  const send = () => redeliver.mutate(id, { onSuccess: () => announce(deliveryTexts.redelivered) });
  return (
    <section className="stack">
      <dl className="details">
        <Fact name={deliveryTexts.state}>
          <DeliveryState delivery={exchange} />
        </Fact>
        {!isTest && (
          <Fact name={deliveryTexts.subject}>
            <SubjectLink kind={subjectKind} id={subject} name={exchange.subjectName} />
          </Fact>
        )}
        {lastError !== null && <Fact name={deliveryTexts.error}>{lastError}</Fact>}
        <TimeFact name={deliveryTexts.firstTry} at={exchange.firstAttemptAt} />
        <TimeFact name={deliveryTexts.lastTry} at={exchange.lastAttemptAt} />
        {replayId !== null && <Fact name={deliveryTexts.ofReplay}>{replayId.slice(0, 8)}</Fact>}
        <Fact name={deliveryTexts.id}>
          <IdChip id={id} />
        </Fact>
      </dl>
      <div className="row wrap">
        <WhyNot refused={readOnly} disabled={redeliver.isPending} onClick={send}>
          {deliveryTexts.redeliver}
        </WhyNot>
        {!isTest && (
          <Link className="button" to="/operate/events" search={{ event: eventId }}>
            {deliveryTexts.showEvent}
          </Link>
        )}
      </div>
      {redeliver.error !== null && <ProblemNote error={redeliver.error} />}
      {redeliver.isSuccess && (
        <p className="small soft" role="status">
          {deliveryTexts.redelivered}
        </p>
      )}
    </section>
  );
}
