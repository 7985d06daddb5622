import { isWebAddress } from '../notice.ts';
import type { Diagnostics, NoticeLink } from '../notice.ts';
import { firstBytes, oneLine, severalLines } from '../plain-text.ts';

/** What a notice about a failed report needs. */
export type FailureData = {
  accessId: string;
  dataProductId: string;
  outputPortId: string;
  consumer: string;
  purpose: string;
  /** Where the access stands: requested, rejected, upcoming, active or expired. */
  lifecycle: string;
  platform?: string | undefined;
  executor?: string | undefined;
  /** Markdown. */
  diagnostics?: string | undefined;
  /** Set by `withShortDiagnostics` when they were cut: how many bytes they had. */
  diagnosticsBytes?: string | undefined;
  links?: Record<string, string> | undefined;
  reportedAt: string;
  /** Web page of the access. */
  page: string;
};

/** What a reminder of a date in the life of an access needs. */
export type ReminderData = {
  accessId: string;
  dataProductId: string;
  outputPortId: string;
  provider: string;
  consumer: string;
  purpose: string;
  /** The day, YYYY-MM-DD. */
  date: string;
  page: string;
};

/** As much of the diagnostics as a mail gets. */
export const mostDiagnosticsBytes = 10_240;

/** The data as the ledger keeps them for each recipient: with diagnostics that fit into a mail. */
export function withShortDiagnostics(data: FailureData): FailureData {
  const { diagnostics } = data;
  if (diagnostics === undefined) return data;
  const short = firstBytes(diagnostics, mostDiagnosticsBytes);
  if (short.length === diagnostics.length) return data;
  const diagnosticsBytes = String(Buffer.byteLength(diagnostics));
  return { ...data, diagnostics: short, diagnosticsBytes };
}

/** The diagnostics of a report, and what was left out. */
export function diagnosticsOf(data: FailureData): Diagnostics | undefined {
  const text = severalLines(data.diagnostics ?? '');
  if (text.trim() === '') return undefined;
  if (data.diagnosticsBytes === undefined) return { text, remark: undefined };
  const whole = `GET /api/access/${encodeURIComponent(data.accessId)}/provisioning/reports`;
  const kilobytes = Math.ceil(Number(data.diagnosticsBytes) / 1024);
  return {
    text,
    remark: `These are the first 10 kB of ${kilobytes} kB; ${whole} gives the whole.`,
  };
}

/** Names of the data product and port, for a sentence. */
export function portOf(data: { dataProductId: string; outputPortId: string }): string {
  return `${oneLine(data.dataProductId, 80)}/${oneLine(data.outputPortId, 80)}`;
}

/** The page of the access, and the addresses that the component named. */
export function linksOf(data: { page: string; links?: Record<string, string> | undefined }) {
  const named = Object.entries(data.links ?? {}).map(([label, url]): NoticeLink => ({
    label: oneLine(label, 100),
    url: oneLine(url, 2000),
  }));
  const page: NoticeLink = { label: 'Access', url: oneLine(data.page, 2000) };
  return [page, ...named].filter(({ url }) => isWebAddress(url));
}

/** Facts that are known, each on one line. */
export function knownFacts(
  facts: readonly (readonly [string, string | undefined])[],
): [string, string][] {
  return facts.flatMap(([name, value]): [string, string][] => {
    const line = oneLine(value ?? '', 1000);
    return line === '' ? [] : [[name, line]];
  });
}

/** Facts that every failed report has. */
export function factsOf(data: FailureData): [string, string][] {
  return knownFacts([
    ['Access', data.accessId],
    ['Data product', data.dataProductId],
    ['Output port', data.outputPortId],
    ['Consumer', data.consumer],
    ['Purpose', data.purpose],
    ['Platform', data.platform],
    ['Reported by', data.executor],
    ['Reported at', data.reportedAt],
  ]);
}
