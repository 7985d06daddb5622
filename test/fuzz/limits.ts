/** Limits of a server; exceeding one is a finding. */
export type Limits = {
  /** Milliseconds without an answer after which a request counts as hanging. */
  hangMs: number;
  /** Additional milliseconds for a hanging request to be answered after all. */
  patienceMs: number;
  /** Maximum milliseconds for an answer of /health/live. */
  stallMs: number;
  /** Milliseconds of processor time that a stall takes even on an idle machine. */
  minBusyMs: number;
  /** Number of requests after which memory is measured as the start of a process. */
  warmRequests: number;
  /** Growth after `warmRequests` until the end of the run, and the maximum at any time. */
  maxGrowthMegabytes: number;
  maxPeakMegabytes: number;
};

export const usualLimits: Limits = {
  hangMs: 2_000,
  patienceMs: 6_000,
  stallMs: 500,
  minBusyMs: 300,
  warmRequests: 2_000,
  maxGrowthMegabytes: 400,
  maxPeakMegabytes: 1_500,
};
