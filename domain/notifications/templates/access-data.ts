import { isWebAddress } from '../notice.ts';
import type { Diagnostics, NoticeLink } from '../notice.ts';
import { firstBytes, oneLine, severalLines } from '../plain-text.ts';

/** The data of a notice about a failed report. */
export type FailureData = {
  accessId: string;
  dataProductId: string;
  outputPortId: string;
  consumer: string;
  purpose: string;
  /** State of the access: requested, rejected, upcoming, active or expired. */
  lifecycle: string;
  platform?: string | undefined;
  executor?: string | undefined;
  /** Markdown. */
  diagnostics?: string | undefined;
  /** Set by `storedFailure` when the diagnostics were cut: their original size in bytes. */
  diagnosticsBytes?: string | undefined;
  links?: Record<string, string> | undefined;
  /** Set by `storedFailure` when links were left out: their original number. */
  linksCount?: string | undefined;
  reportedAt: string;
  /** Web page of the access. */
  page: string;
};

/** The data of a reminder of a date of an access. */
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

/** Maximum size of diagnostics in a mail. */
export const maxDiagnosticsBytes = 10_240;

/** Maximum number of a component's links in a notice. */
const maxLinks = 20;
const maxUrlLength = 2000;
const maxFactLength = 1000;

/** The data stored for each recipient, limited to what fits into a mail. */
export function storedFailure(data: FailureData): FailureData {
  const { consumer, purpose, platform, executor } = data;
  const short = {
    ...data,
    consumer: oneLine(consumer, maxFactLength),
    purpose: oneLine(purpose, maxFactLength),
    platform: platform && oneLine(platform, maxFactLength),
    executor: executor && oneLine(executor, maxFactLength),
  };
  return withFewLinks(withShortDiagnostics(short));
}

/** Like `storedFailure` for a reminder. */
export function storedReminder(data: ReminderData): ReminderData {
  return {
    ...data,
    provider: oneLine(data.provider, maxFactLength),
    consumer: oneLine(data.consumer, maxFactLength),
    purpose: oneLine(data.purpose, maxFactLength),
  };
}

function withFewLinks(data: FailureData): FailureData {
  if (data.links === undefined) return data;
  const links = followable(data.links);
  const kept = links.filter(({ url }) => url.length <= maxUrlLength).slice(0, maxLinks);
  const few = { ...data, links: Object.fromEntries(kept.map(({ label, url }) => [label, url])) };
  return kept.length === links.length ? few : { ...few, linksCount: String(links.length) };
}

function withShortDiagnostics(data: FailureData): FailureData {
  const { diagnostics } = data;
  if (diagnostics === undefined) return data;
  const short = firstBytes(diagnostics, maxDiagnosticsBytes);
  if (short.length === diagnostics.length) return data;
  const diagnosticsBytes = String(Buffer.byteLength(diagnostics));
  return { ...data, diagnostics: short, diagnosticsBytes };
}

/** The diagnostics of a report, and how much was left out. */
export function diagnosticsOf(data: FailureData): Diagnostics | undefined {
  const text = severalLines(data.diagnostics ?? '');
  if (text.trim() === '') return undefined;
  if (data.diagnosticsBytes === undefined) return { text, remark: undefined };
  const kilobytes = Math.ceil(Number(data.diagnosticsBytes) / 1024);
  return {
    text,
    remark: `These are the first 10 kB of ${kilobytes} kB; ${reportsOf(data)} returns the complete text.`,
  };
}

/** The request that returns the complete report. */
function reportsOf({ accessId }: FailureData): string {
  return `GET /api/access/${encodeURIComponent(accessId)}/provisioning/reports`;
}

/** Says how many links were left out. */
function linksRemark(data: FailureData): string | undefined {
  if (data.linksCount === undefined) return undefined;
  const shown = Object.keys(data.links ?? {}).length;
  return `${shown} of ${data.linksCount}; ${reportsOf(data)} returns all`;
}

/** Names of the data product and port, for a sentence. */
export function portOf(data: { dataProductId: string; outputPortId: string }): string {
  return `${oneLine(data.dataProductId, 80)}/${oneLine(data.outputPortId, 80)}`;
}

/** The page of the access, and the component's links. */
export function linksOf(data: { page: string; links?: Record<string, string> | undefined }) {
  return [...followable({ Access: data.page }), ...followable(data.links ?? {})];
}

function followable(links: Record<string, string>): NoticeLink[] {
  return Object.entries(links)
    .map(([label, url]) => ({ label: oneLine(label, 100), url: oneLine(url, Infinity) }))
    .filter(({ url }) => isWebAddress(url));
}

/** Known facts, each on one line. */
export function knownFacts(
  facts: readonly (readonly [string, string | undefined])[],
): [string, string][] {
  return facts.flatMap(([name, value]): [string, string][] => {
    const line = oneLine(value ?? '', maxFactLength);
    return line === '' ? [] : [[name, line]];
  });
}

/** Facts of every failed report. */
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
