import type { components } from '../../api/schema.d.ts';

/** A field of the merged record, and the number of the report that said it last; none if the server set it. */
export type MergedField = { name: string; value: unknown; saidBy: number | undefined };

type Provisioning = components['schemas']['AccessProvisioning'];
type Report = components['schemas']['ProvisioningReportEntry'];

/** Times that the server notes, by the status of a report. */
const timeOf: Readonly<Record<string, string>> = {
  provisioning: 'provisioningStartedAt',
  provisioned: 'provisionedAt',
  'provisioning-failed': 'failedAt',
  deprovisioning: 'deprovisioningStartedAt',
  deprovisioned: 'deprovisionedAt',
  'deprovisioning-failed': 'failedAt',
};

/**
 * The fields of a record with the reports that they come from. The oldest report has the number 1. A field that a report leaves
 * out, or that is null, stays as an earlier report said.
 */
export function mergedFields(record: Provisioning, newestFirst: readonly Report[]): MergedField[] {
  const reports = newestFirst.toReversed();
  return Object.entries(record).map(([name, value]) => {
    const at = reports.findLastIndex((report) => says(report, name));
    return { name, value, saidBy: at === -1 ? undefined : at + 1 };
  });
}

function says({ status, report }: Report, name: string): boolean {
  if (name === 'status' || timeOf[status] === name) return true;
  const body: Readonly<Record<string, unknown>> = report;
  return body[name] !== undefined && body[name] !== null;
}
