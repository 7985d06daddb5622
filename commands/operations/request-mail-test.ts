import type { Tx } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { requestWork } from '../../db/tables/work/work.ts';
import { refuse } from '../../domain/errors.ts';
import { addressProblem } from '../../domain/notifications/mail-address.ts';
import { oneLine } from '../../domain/notifications/plain-text.ts';
import type { Principal } from '../../domain/principal.ts';
import { newId } from '../../lib/ids.ts';

const maxShown = 100;

/** Requests a test mail to this address; returns the id of its work. Refuses with `invalid_body`. */
export async function requestMailTest(
  tx: Tx,
  request: { to: string; principal: Principal; requestId: string | undefined; now: Date },
): Promise<string> {
  const { to, principal, requestId, now } = request;
  if (addressProblem(to) !== undefined) {
    const shown = oneLine(to, maxShown);
    const message = `'${shown}' is not an e-mail address: one address such as ada@example.com is needed`;
    refuse('invalid_body', `${message}.`, { violations: [{ field: 'to', message }] });
  }
  const { organizationId } = principal;
  const key = `mail-test ${newId()}`;
  const work = { organizationId, kind: 'mail', job: 'send-test-mail', key } as const;
  const id = await requestWork(tx, { ...work, payload: { to }, dueAt: now, now });
  await recordEvent(tx, {
    organizationId,
    type: 'MailTestRequested',
    subjectKind: 'work',
    subjectId: id,
    principal: principal.name,
    requestId,
    public: false,
    data: { to },
    now,
  });
  return id;
}
