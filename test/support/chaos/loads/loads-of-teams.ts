import { access, isEmptyPeriod } from '../../builders/access.ts';
import type { MailServer } from '../../servers/mail-server.ts';
import type { Receiver } from '../../servers/webhook-receiver.ts';
import { expectStatus, range } from './load.ts';
import type { Load, LoadTarget } from './load.ts';

/** Accesses that begin and end some seconds from now. */
export function timersOf(target: LoadTarget): Load {
  const ids = range(40).map((n) => `timed-${n}`);
  const { ours, random } = target;
  return {
    kind: 'access-timers',
    request: async () => {
      for (const id of ids) {
        const start = Date.now() + random.between(500, 8_000);
        const end = start + random.between(1, 6_000);
        const [startDate, endDate] = [new Date(start), new Date(end)].map((at) => at.toISOString());
        const body = access(id, { status: 'approved', startDate, endDate });
        await expectStatus(target, 200, ['PUT', `/api/access/${id}`, body]);
      }
    },
    audit: async () => {
      const types = ['AccessActivatedEvent', 'AccessDeactivatedEvent'];
      const told = await ours.database.knex('events').whereIn('type', types).orderBy('seq');
      const rows = await ours.database.knex('access').whereIn('id', ids);
      const timed = rows.filter((row) => !isEmptyPeriod(row));
      const early = timed.filter(
        (row) => row.activated_at < row.activate_at || row.deactivated_at < row.deactivate_at,
      );
      const timedIds = new Set(timed.map(({ id }) => id));
      const wrong = ids.filter((id) => {
        const own = told.filter((event) => event.subject_id === id).map(({ type }) => type);
        return own.join() !== (timedIds.has(id) ? types.join() : '');
      });
      return [
        ...early.map(({ id }) => `${id} is early`),
        ...wrong.map((id) => `${id} not once`),
        ...(rows.length === ids.length && timed.length > 0 ? [] : ['accesses are missing']),
      ];
    },
  };
}

/** Reports of failures, each mailed to the members of a team. */
export function mailsOf(target: LoadTarget, server: MailServer): Load {
  const reports = 15;
  const path = '/api/access/reported';
  const { knex } = target.ours.database;
  return {
    kind: 'mail',
    request: async () => {
      await expectStatus(target, 200, ['PUT', path, access('reported', { status: 'approved' })]);
      for (const n of range(reports)) {
        const report = { message: `failure ${n}` };
        await expectStatus(target, 200, [
          'POST',
          `${path}/provisioning/provisioning-failed`,
          report,
        ]);
      }
    },
    audit: async () => {
      const ledger = await knex('notifications').select('message_id', 'status', 'repeats');
      const wrong = ledger.filter(({ message_id: id, status, repeats }) => {
        const copies = server.mails.filter(({ messageId }) => messageId === id).length;
        return status !== 'sent' || copies < 1 || copies - 1 > repeats;
      });
      const unknown = server.mails.filter(
        ({ messageId }) => !ledger.some((row) => row.message_id === messageId),
      );
      return [
        ...wrong.map((row) => JSON.stringify(row)),
        ...unknown.map(({ messageId }) => `${messageId} was never asked for`),
        ...(ledger.length >= reports ? [] : [`${ledger.length} mails`]),
      ];
    },
  };
}

/** All later events of the feed are delivered to a receiver, in the order of their subjects. */
export function webhooksOf(target: LoadTarget, receiver: Receiver): Load {
  const { knex } = target.ours.database;
  let cursor = 0;
  return {
    kind: 'webhooks',
    prepare: async () => {
      const body = { url: receiver.url, events: ['*'] };
      await expectStatus(target, 200, ['PUT', '/api/webhooks/all', body]);
      cursor = (await knex('webhooks').first<{ cursor_seq: number }>('cursor_seq')).cursor_seq;
    },
    audit: async () => {
      const events = await knex('events')
        .where({ public: true })
        .where('seq', '>', cursor)
        .orderBy('seq');
      const subjects = new Set<string>(events.map((event) => event.subject_id));
      return [...subjects].filter((subject) => {
        const fed = events.filter((event) => event.subject_id === subject).map(({ id }) => id);
        const own = receiver.received.filter(({ event }) => event.subject === subject);
        // Copies follow each other: a delivery repeated because of a kill is not new.
        const sent = own.map(({ event }) => event.id).filter((id, at, all) => id !== all[at - 1]);
        return sent.join() !== fed.join();
      });
    },
  };
}
