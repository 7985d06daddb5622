import { createHash } from 'node:crypto';
import type { Static } from '@sinclair/typebox';
import type { Db } from '../../db/connect.ts';
import { listPrincipalNames } from '../../db/views/organizations/principal-names.ts';
import { nextDueAt } from '../../domain/access/access-life.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { judgeConformance } from '../../domain/sandbox/conformance.ts';
import type { SandboxEntry } from '../../domain/sandbox/entries.ts';
import {
  countedGrants,
  presentSandboxAccess,
  sandboxGrants,
  sandboxIds,
  sandboxTime,
} from '../../domain/sandbox/sandbox.ts';
import type { Sandbox } from '../../domain/sandbox/sandbox.ts';
import type { expectedGrantsSchema } from '../schemas/access/access.ts';
import { shownEntries } from '../schemas/sandbox/sandbox.ts';
import type { sandboxDetailSchema, sandboxSchema } from '../schemas/sandbox/sandbox.ts';

/** What all answers about sandboxes need. */
export type SandboxContext = {
  db: Db;
  organizationId: OrganizationId;
  publicUrl: string;
  now: Date;
};

/** Sandboxes in a list. */
export async function presentSandboxes(
  context: SandboxContext,
  sandboxes: readonly Sandbox[],
): Promise<Static<typeof sandboxSchema>[]> {
  const { db, organizationId } = context;
  const creators = sandboxes.map(({ createdBy }) => createdBy);
  const names = await listPrincipalNames(db, organizationId, creators);
  return sandboxes.map((sandbox) => presentSandbox(sandbox, context, names));
}

/** A sandbox with its entries and what the component did right and wrong. */
export async function presentSandboxDetail(
  context: SandboxContext,
  sandbox: Sandbox,
  entries: readonly SandboxEntry[],
): Promise<Static<typeof sandboxDetailSchema>> {
  const { db, organizationId, now } = context;
  const shown = entries.slice(-shownEntries).toReversed();
  const principals = [sandbox.createdBy, ...shown.map(({ principal }) => principal)];
  const names = await listPrincipalNames(db, organizationId, principals);
  const rules = judgeConformance(entries, sandbox.setup.platform, now);
  const having = (state: string) => rules.filter((rule) => rule.state === state).length;
  return {
    ...presentSandbox(sandbox, context, names),
    access: presentSandboxAccess(sandbox) as Static<typeof sandboxDetailSchema>['access'],
    expectedGrants: presentExpectedGrants(sandbox),
    conformance: { kept: having('kept'), broken: having('broken'), open: having('open'), rules },
    entryCount: entries.length,
    entries: shown.map(({ id, kind, type, principal, body, sandboxAt, at }) => ({
      id,
      kind,
      type,
      principal,
      principalName: names.get(principal) ?? null,
      sandboxTime: sandboxAt.toISOString(),
      at: at.toISOString(),
      data: JSON.parse(body) as unknown,
    })),
  };
}

/** The grants that should exist now, of this platform or of all. */
export function presentExpectedGrants(
  sandbox: Sandbox,
  platform?: string,
): Static<typeof expectedGrantsSchema> {
  const isWanted =
    platform === undefined || platform.toLowerCase() === sandbox.setup.platform.toLowerCase();
  const grants = isWanted ? sandboxGrants(sandbox) : [];
  const checksum = createHash('sha256').update(countedGrants(grants)).digest('hex');
  type Grants = Static<typeof expectedGrantsSchema>['grants'];
  return { ...(platform !== undefined && { platform }), checksum, grants: grants as Grants };
}

function presentSandbox(
  sandbox: Sandbox,
  { publicUrl, now }: SandboxContext,
  names: ReadonlyMap<string, string>,
): Static<typeof sandboxSchema> {
  const { id, name, setup, state, createdBy, createdAt, expiresAt } = sandbox;
  return {
    id,
    name,
    host: `${publicUrl}/api/sandbox/${id}`,
    accessId: sandboxIds.access,
    platform: setup.platform,
    lifecycle: state.life.state,
    provisioningStatus: state.provisioning?.status ?? null,
    clock: {
      now: sandboxTime(sandbox, now).toISOString(),
      aheadSeconds: Math.max(0, Math.round(sandbox.aheadMs / 1000)),
      nextChangeAt: nextDueAt(state.life)?.toISOString() ?? null,
    },
    createdBy,
    createdByName: names.get(createdBy) ?? null,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
