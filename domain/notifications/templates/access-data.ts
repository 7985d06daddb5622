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
  /** Set by `storedFailure` when they were cut: how many bytes they had. */
  diagnosticsBytes?: string | undefined;
  links?: Record<string, string> | undefined;
  /** Set by `storedFailure` when some were left out: how many there were. */
  linksCount?: string | undefined;
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

/** As many of the addresses that a component named as a notice has. */
const mostLinks = 20;
const longestUrl = 2000;
const longestFact = 1000;

/** The data as the ledger keeps them for each recipient: what fits into a mail. */
export function storedFailure(data: FailureData): FailureData {
  const { consumer, purpose, platform, executor } = data;
  const short = {
    ...data,
    consumer: oneLine(consumer, longestFact),
    purpose: oneLine(purpose, longestFact),
    platform: platform && oneLine(platform, longestFact),
    executor: executor && oneLine(executor, longestFact),
  };
  return withFewLinks(withShortDiagnostics(short));
}

/** The same of a reminder. */
export function storedReminder(data: ReminderData): ReminderData {
  return {
    ...data,
    provider: oneLine(data.provider, longestFact),
    consumer: oneLine(data.consumer, longestFact),
    purpose: oneLine(data.purpose, longestFact),
  };
}

function withFewLinks(data: FailureData): FailureData {
  if (data.links === undefined) return data;
  const links = followable(data.links);
  const kept = links.filter(({ url }) => url.length <= longestUrl).slice(0, mostLinks);
  const few = { ...data, links: Object.fromEntries(kept.map(({ label, url }) => [label, url])) };
  return kept.length === links.length ? few : { ...few, linksCount: String(links.length) };
}

function withShortDiagnostics(data: FailureData): FailureData {
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
  const kilobytes = Math.ceil(Number(data.diagnosticsBytes) / 1024);
  return {
    text,
    remark: `These are the first 10 kB of ${kilobytes} kB; ${reportsOf(data)} gives the whole.`,
  };
}

/** Where the report is whole. */
function reportsOf({ accessId }: FailureData): string {
  return `GET /api/access/${encodeURIComponent(accessId)}/provisioning/reports`;
}

/** What of the links was left out. */
function linksRemark(data: FailureData): string | undefined {
  if (data.linksCount === undefined) return undefined;
  const shown = Object.keys(data.links ?? {}).length;
  return `${shown} of ${data.linksCount}; ${reportsOf(data)} gives all`;
}

/** Names of the data product and port, for a sentence. */
export function portOf(data: { dataProductId: string; outputPortId: string }): string {
  return `${oneLine(data.dataProductId, 80)}/${oneLine(data.outputPortId, 80)}`;
}

/** The page of the access, and the addresses that the component named. */
export function linksOf(data: { page: string; links?: Record<string, string> | undefined }) {
  return [...followable({ Access: data.page }), ...followable(data.links ?? {})];
}

function followable(links: Record<string, string>): NoticeLink[] {
  return Object.entries(links)
    .map(([label, url]) => ({ label: oneLine(label, 100), url: oneLine(url, Infinity) }))
    .filter(({ url }) => isWebAddress(url));
}

/** Facts that are known, each on one line. */
export function knownFacts(
  facts: readonly (readonly [string, string | undefined])[],
): [string, string][] {
  return facts.flatMap(([name, value]): [string, string][] => {
    const line = oneLine(value ?? '', longestFact);
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
    ['Links', linksRemark(data)],
  ]);
}
