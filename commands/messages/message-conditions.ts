import { refuse } from '../../domain/errors.ts';
import { writtenTag } from '../../domain/messaging/message-tag.ts';
import type { MessageObject } from '../../domain/messaging/message.ts';
import type { Preconditions } from '../preconditions.ts';

/** Refuses with `precondition_failed` if the message has changed since the caller read it. */
export function assertAsRead({ ifMatch, mustBeNew }: Preconditions, current: MessageObject): void {
  if (mustBeNew)
    refuse(
      'precondition_failed',
      'The message exists, but If-None-Match: * requires that it does not.',
    );
  if (!ifMatch || ifMatch.includes('*') || ifMatch.includes(writtenTag(current))) return;
  refuse(
    'precondition_failed',
    'The message has changed since you read it: read it again and repeat the change.',
  );
}
