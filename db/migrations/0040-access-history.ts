import type { Knex } from 'knex';
import { instant, key, organizationUnchecked } from './column-types.ts';

/** Events end after 90 days, but the parties of an access need to know for as long as it exists who decided what and why. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('access', (table) => {
    table.text('requested_by').comment('Principal that requested it');
    table.text('decided_by').comment('Principal that approved or rejected it; system: by a rule');
    table.text('decision_note').comment('Note of the last decision; Markdown');
    instant(table, 'change_requested_at').comment(
      'When the provider asked for a change that the requester has not made yet',
    );
  });
  await knex.schema.createTable('access_history', (table) => {
    table.comment(
      'The steps of an access with their authors and notes; they end with their access',
    );
    organizationUnchecked(table);
    key(table, 'access_id').notNullable().comment('Access that the step belongs to');
    table.uuid('id').notNullable().comment('UUIDv7');
    table
      .text('step')
      .notNullable()
      .checkIn(
        [
          'requested',
          'changed',
          'change-requested',
          'approved',
          'rejected',
          'cancelled',
          'activated',
          'deactivated',
        ],
        'access_history_step',
      )
      .comment('What happened');
    table.text('principal').comment('Author; null for steps by time, and where it is not known');
    table.text('note').comment('Note of the author; Markdown');
    instant(table, 'at').notNullable().comment('When it happened');
    table.primary(['organization_id', 'access_id', 'id']);
  });
  await fillFromEvents(knex);
  await fillFromDates(knex);
  await fillColumns(knex);
}

/** The steps whose events are still kept. An update that was part of a decision is no step. */
async function fillFromEvents(knex: Knex): Promise<void> {
  await knex.raw(`
    insert into access_history (organization_id, access_id, id, step, principal, at)
    select e.organization_id, e.subject_id, e.id, s.step, case when s.by_time then null else e.principal end, e.at
    from events e
    join access a on a.organization_id = e.organization_id and a.id = e.subject_id and a.created_at <= e.at
    join (values ('AccessRequestedEvent', 'requested', false), ('AccessUpdatedEvent', 'changed', false),
        ('AccessApprovedEvent', 'approved', false), ('AccessRejectedEvent', 'rejected', false),
        ('AccessCanceledEvent', 'cancelled', false), ('AccessActivatedEvent', 'activated', true),
        ('AccessDeactivatedEvent', 'deactivated', true)) s(type, step, by_time) on s.type = e.type
    where e.subject_kind = 'access' and (s.step <> 'changed' or not exists (
      select 1 from events d where d.organization_id = e.organization_id and d.subject_id = e.subject_id
        and d.subject_kind = 'access' and d.revision = e.revision and d.type in ('AccessApprovedEvent', 'AccessRejectedEvent')))`);
}

/** Requests and decisions that are older than the kept events, without their authors; ids are in the order of time. */
async function fillFromDates(knex: Knex): Promise<void> {
  await knex.raw(`
    insert into access_history (organization_id, access_id, id, step, at)
    select a.organization_id, a.id,
      (lpad(to_hex((extract(epoch from s.at) * 1000)::bigint), 12, '0') || '70008000' || s.ending)::uuid, s.step, s.at
    from access a
    cross join lateral (values ('requested', a.created_at, '000000000001'),
      (case when a.state = 'rejected' then 'rejected' else 'approved' end, a.decided_at, '000000000002')) s(step, at, ending)
    where s.at is not null and not exists (
      select 1 from access_history h where h.organization_id = a.organization_id and h.access_id = a.id and h.step = s.step)`);
}

async function fillColumns(knex: Knex): Promise<void> {
  await knex.raw(`
    update access a set requested_by = h.principal from access_history h
    where h.organization_id = a.organization_id and h.access_id = a.id and h.step = 'requested'`);
  await knex.raw(`
    update access a set decided_by = h.principal from access_history h
    where h.organization_id = a.organization_id and h.access_id = a.id and h.step in ('approved', 'rejected')`);
}
