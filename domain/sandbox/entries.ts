import type { ProvisioningReport, ProvisioningStatus } from '../access/provisioning.ts';

/** Kinds of entries: an event of the feed, a report of the component, a request that it read with. */
export const entryKinds = ['event', 'report', 'read'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** Names of the routes that components read with. */
export type ReadName = 'events' | 'access' | 'expected-grants' | 'data-product';

/** Something that happened in a sandbox. */
export type SandboxEntry = {
  /** Order in the sandbox. */
  n: number;
  id: string;
  kind: EntryKind;
  type: string;
  principal: string;
  /** JSON: data of the event, `ReportBody` or `ReadBody`. */
  body: string;
  sandboxAt: Date;
  at: Date;
};

/** What is kept of a report. */
export type ReportBody = {
  status: ProvisioningStatus;
  report: ProvisioningReport;
  /** Whether the access was active then. */
  active: boolean;
  /** Whether it came with an Idempotency-Key. */
  keyed: boolean;
  unknownMembers: readonly string[];
};

/** What is kept of a request for events; other requests have an empty body. */
export type ReadBody = {
  /** The event after which it asked; null: from the beginning. */
  after?: string | null;
  /** False if the sandbox has no such event. */
  known?: boolean;
  /** Events in the answer. */
  count?: number;
};
