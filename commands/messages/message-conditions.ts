import { refuse } from '../../domain/errors.ts';
import { writtenTag } from '../../domain/messaging/message-tag.ts';
import type { MessageObject } from '../../domain/messaging/message.ts';
import type { Preconditions } from '../documents/preconditions.ts';

/** Refuses with `precondition_failed` when something else is written in the message than the caller has read. */
export function assertAsRead({ ifMatch, mustBeNew }: Preconditions, current: MessageObject): void {
  if (mustBeNew)
    refuse(
      'precondition_failed',
      'The message exists, and If-None-Match: * wants that it does not.',
    );
  if (!ifMatch || ifMatch.includes('*') || ifMatch.includes(writtenTag(current))) return;
  refuse(
    'precondition_failed',
    'The message has changed since you read it: read it again and repeat the change.',
  );
}
