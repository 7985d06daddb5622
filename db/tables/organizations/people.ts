import { asOrganizationId } from '../../../domain/principal.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Person } from '../../../domain/organizations/people.ts';
import { newId } from '../../../lib/ids.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** A person to store at a sign-in. */
export type NewPerson = {
  organizationId: OrganizationId;
  email: string;
  /** Undefined keeps the name that is stored. */
  name: string | undefined;
  isLocalAdministrator: boolean;
  now: Date;
};

const isOwner = `p.is_local_administrator or coalesce(m.role = 'Owner', false) as "isOwner"`;
const membership = `left join organization_members m on m.organization_id = p.organization_id and m.email = p.email`;

const upsert = {
  name: 'people-upsert',
  text: `with p as (
      insert into people (organization_id, id, email, name, is_local_administrator, created_at, signed_in_at)
      values ($1, $2, $3, $4, $5, $6, $6)
      on conflict (organization_id, email) do update
        set name = coalesce(excluded.name, people.name), signed_in_at = excluded.signed_in_at
      returning organization_id, id, email, name, is_local_administrator)
    select p.id, p.email, p.name, ${isOwner} from p ${membership}`,
};

/** Stores a sign-in of a person; the address, in lower case, is their identity. */
export async function upsertPerson(tx: Tx, person: NewPerson): Promise<Person> {
  const { organizationId, email, name, isLocalAdministrator, now } = person;
  const values = [organizationId, newId(), email, name, isLocalAdministrator, now];
  const [row] = await runStatement<Omit<Person, 'organizationId'>>(tx, upsert, values);
  if (!row) throw new Error('the person was not stored');
  return { ...row, organizationId };
}

/** Changes nothing of a person who is stored, but returns the row. */
const store = {
  name: 'people-store',
  text: `insert into people (organization_id, id, email, is_local_administrator, created_at)
    values ($1, $2, $3, false, $4)
    on conflict (organization_id, email) do update set email = excluded.email
    returning id`,
};

/** Stores a member (address in lower case) who may never have signed in; returns their id. */
export async function storeMember(
  tx: Tx,
  { organizationId, email, now }: { organizationId: OrganizationId; email: string; now: Date },
): Promise<string> {
  const [row] = await runStatement<{ id: string }>(tx, store, [
    organizationId,
    newId(),
    email,
    now,
  ]);
  if (!row) throw new Error('the member was not stored');
  return row.id;
}

const find = {
  name: 'people-find',
  text: `select p.id, p.email, p.name, ${isOwner} from people p ${membership}
    where p.organization_id = $1 and p.id = $2`,
};

/** The person with this id (a UUID), with their current role. */
export async function findPerson(
  db: Db,
  organizationId: OrganizationId,
  id: string,
): Promise<Person | undefined> {
  const [row] = await runStatement<Omit<Person, 'organizationId'>>(db, find, [organizationId, id]);
  return row && { ...row, organizationId };
}

const lastUsed = {
  name: 'people-last-organization',
  text: `select organization_id as "organizationId" from people where email = $1 and signed_in_at is not null
    order by signed_in_at desc, organization_id limit 1`,
};

/** The organization to which this address has signed in last. */
export async function findLastOrganization(
  db: Db,
  email: string,
): Promise<OrganizationId | undefined> {
  const [row] = await runStatement<{ organizationId: string }>(db, lastUsed, [email]);
  return row && asOrganizationId(row.organizationId);
}
