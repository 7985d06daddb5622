import { asOrganizationId } from '../../../domain/principal.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { newId } from '../../../lib/ids.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** The oldest organization of the installation. */
export async function findFirstOrganization(db: Db): Promise<OrganizationId | undefined> {
  const row = await db('organizations')
    .orderBy('created_at')
    .orderBy('id')
    .first<{ id: string } | undefined>('id');
  return row && asOrganizationId(row.id);
}

/** Creates an organization; the database refuses a vanity name that is taken. */
export async function insertOrganization(
  db: Db,
  organization: { name: string; vanity: string; now: Date },
): Promise<OrganizationId> {
  const id = newId();
  const { name, vanity, now } = organization;
  await db('organizations').insert({ id, name, vanity, created_at: now });
  return asOrganizationId(id);
}

/** Prevents other transactions from adding an organization until the end of this transaction. */
export async function lockOrganizations(tx: Tx): Promise<void> {
  await tx.raw('lock table organizations in share row exclusive mode');
}

/** An organization as operators see it. */
export type Organization = { id: OrganizationId; name: string; vanity: string; createdAt: Date };

/** All organizations of the installation, oldest first. */
export async function listOrganizations(db: Db): Promise<Organization[]> {
  return db('organizations')
    .orderBy('created_at')
    .orderBy('id')
    .select<Organization[]>({ id: 'id', name: 'name', vanity: 'vanity', createdAt: 'created_at' });
}

/** Locks the organization against other callers of this function until the end of the transaction. */
export async function lockOrganization(tx: Tx, organizationId: OrganizationId): Promise<void> {
  // `for update` would also block every insert whose foreign key references the organization.
  await tx.raw('select 1 from organizations where id = ? for no key update', [organizationId]);
}

/** The names of an organization, and its settings as JSON text. */
export type OrganizationProfile = { name: string; vanity: string; settings: string };

const findProfile = {
  name: 'organizations-profile',
  text: `select name, vanity, settings::text as settings from organizations where id = $1`,
};

/** Names and settings of the organization. */
export async function getOrganizationProfile(
  db: Db,
  organizationId: OrganizationId,
): Promise<OrganizationProfile> {
  const [row] = await runStatement<OrganizationProfile>(db, findProfile, [organizationId]);
  if (!row) throw new Error(`there is no organization ${organizationId}`);
  return row;
}

const updateProfile = {
  name: 'organizations-update-profile',
  text: `update organizations set name = $2, settings = $3 where id = $1`,
};

/** Replaces name and settings. */
export async function updateOrganizationProfile(
  tx: Tx,
  organizationId: OrganizationId,
  { name, settings }: Pick<OrganizationProfile, 'name' | 'settings'>,
): Promise<void> {
  await runStatement(tx, updateProfile, [organizationId, name, settings]);
}
