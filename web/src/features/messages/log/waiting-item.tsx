import { Button } from '../../../components/controls/button.tsx';
import { messageTexts } from '../../../texts/messages/messages.ts';
import { Problem } from '../../../api/problem.ts';
import type { Outbox, Waiting } from '../use-outbox.ts';

/** A message on its way, or one that the server did not take. */
export function WaitingItem({ message, outbox }: { message: Waiting; outbox: Outbox }) {
  const { text, error } = message;
  return (
    <div className="talk-line waiting">
      <span className="talk-body">
        <p className="talk-text">{text}</p>
        {error === null ? (
          <span className="tiny faint">{messageTexts.sending}</span>
        ) : (
          <span className="row wrap tiny" role="alert">
            <span className="field-problem">
              {messageTexts.notSent} {error instanceof Problem ? error.detail : ''}
            </span>
            <Button compact onClick={() => outbox.again(message)}>
              {messageTexts.sendAgain}
            </Button>
            <Button compact tone="quiet" onClick={() => outbox.discard(message)}>
              {messageTexts.discard}
            </Button>
          </span>
        )}
      </span>
    </div>
  );
}
