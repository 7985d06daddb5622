import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { optional, optionalText, textMap } from '../kinds/resource.ts';
import { provisioningEvents } from './access-events.ts';

/** Statuses of provisioning. The provisioning component owns this state, so every transition is allowed. */
export const provisioningStatuses = [
  'provisioning',
  'provisioned',
  'provisioning-failed',
  'deprovisioning',
  'deprovisioned',
  'deprovisioning-failed',
] as const;
export type ProvisioningStatus = (typeof provisioningStatuses)[number];

/** The statuses of reports, by the last segment of their path. */
export const reportedStatuses = {
  'provisioning-started': 'provisioning',
  'provisioning-succeeded': 'provisioned',
  'provisioning-failed': 'provisioning-failed',
  'deprovisioning-started': 'deprovisioning',
  'deprovisioning-succeeded': 'deprovisioned',
  'deprovisioning-failed': 'deprovisioning-failed',
} as const satisfies Record<string, ProvisioningStatus>;

const customProperties = optional(
  Type.Array(
    Type.Object({ property: Type.String(), value: Type.Unknown() }, { additionalProperties: true }),
  ),
);

const reported = {
  platform: optionalText('The data platform, e.g. databricks'),
  executor: optionalText('Name of the reporting component'),
  reference: optionalText('The grant on the platform'),
  links: textMap,
  diagnostics: optionalText('Why it failed; Markdown, mailed to the providing team'),
  customProperties,
};

/** The body of a report; every member is optional. */
export const provisioningReportSchema = Type.Object(reported, {
  $id: 'AccessProvisioningReport',
  additionalProperties: true,
});

const instant = optional(Type.String({ format: 'date-time' }));

const replaced = {
  ...reported,
  note: optionalText('For people; reports leave it as it is'),
  provisioningStartedAt: instant,
  provisionedAt: instant,
  deprovisioningStartedAt: instant,
  deprovisionedAt: instant,
};

const status = Type.Unsafe<ProvisioningStatus>({ type: 'string', enum: [...provisioningStatuses] });

/** The body of a PUT, which replaces the whole record. */
export const provisioningWriteSchema = Type.Object(
  { status, ...replaced },
  { $id: 'AccessProvisioningWrite', additionalProperties: true },
);

/** The provisioning record: all reports merged. */
export const provisioningSchema = Type.Object(
  { status, ...replaced, failedAt: instant },
  { $id: 'AccessProvisioning', additionalProperties: true },
);

export type ProvisioningReport = Static<typeof provisioningReportSchema>;
export type ProvisioningWrite = Static<typeof provisioningWriteSchema>;
export type Provisioning = Static<typeof provisioningSchema>;

const instantOf: Readonly<Record<ProvisioningStatus, keyof Provisioning>> = {
  provisioning: 'provisioningStartedAt',
  provisioned: 'provisionedAt',
  'provisioning-failed': 'failedAt',
  deprovisioning: 'deprovisioningStartedAt',
  deprovisioned: 'deprovisionedAt',
  'deprovisioning-failed': 'failedAt',
};

/** True for failures, of which the providing team is notified. */
export function isFailure(value: ProvisioningStatus): boolean {
  return value === 'provisioning-failed' || value === 'deprovisioning-failed';
}

/** The event type for a status. */
export function provisioningEvent(
  value: ProvisioningStatus,
  platform: string | null | undefined,
): { type: string; data: Record<string, unknown> } {
  return { type: provisioningEvents[value], data: { status: value, platform: platform ?? null } };
}

/**
 * Merges a report into the record: omitted or null members keep their value; a success clears the diagnostics.
 */
export function mergeReport(
  record: Provisioning | undefined,
  value: ProvisioningStatus,
  report: ProvisioningReport,
  now: Date,
): Provisioning {
  const said = Object.entries(report).filter(
    ([name, member]) => Object.hasOwn(reported, name) && member !== null,
  );
  const merged = {
    ...record,
    ...Object.fromEntries(said),
    status: value,
    [instantOf[value]]: now.toISOString(),
  };
  const succeeded = value === 'provisioned' || value === 'deprovisioned';
  if (!succeeded) return merged;
  const { diagnostics: _, ...cleared } = merged;
  return cleared;
}

/**
 * Replaces the record by a PUT: omitted members are removed. The server sets the time of a failure, and the
 * time of a status change unless the PUT does.
 */
export function replaceRecord(
  record: Provisioning | undefined,
  { status: value, ...write }: ProvisioningWrite,
  now: Date,
): Provisioning {
  const said = Object.entries(write).filter(
    ([name, member]) => Object.hasOwn(replaced, name) && member !== null,
  );
  const moved = record?.status === value ? {} : { [instantOf[value]]: now.toISOString() };
  const failed = record?.failedAt ? { failedAt: record.failedAt } : {};
  return { status: value, ...failed, ...moved, ...Object.fromEntries(said) };
}
