import type { Violation } from '../http/api-error.ts';

export type Impact = 'major' | 'minor' | 'patch' | 'none';

export type Change = {
  path: string;
  kind: string;
  from?: unknown;
  to?: unknown;
  impact: Impact;
  rule: string;
};

/** A consumer of what a change hits, as the API names it. */
export type Consumer = {
  teamId: string | null;
  teamName: string | null;
  userId: string | null;
  userName: string | null;
  accesses: readonly { id: string; dataProductId: string; outputPortId: string }[];
};

/** The answer of the API about a candidate. */
export type Preview = {
  impact: Impact;
  fromVersion?: string | null;
  toVersion?: string | null;
  changes: readonly Change[];
  omitted: number;
  hits: {
    outputPorts: readonly {
      dataProductId: string;
      dataProductName?: string | null;
      outputPortId: string | null;
    }[];
  };
  consumers: readonly Consumer[];
  mode: 'warn' | 'enforce';
  versionRaised: boolean;
  requiredVersion?: string | null;
};

/** What is known about a candidate. */
export type Verdict = {
  resource: string;
  id: string;
  file: string;
  /** `new`: the catalog does not have it yet, so it has no consumers. `invalid`: it breaks a rule of its standard. */
  state: 'new' | 'changed' | 'removed' | 'invalid';
  impact: Impact;
  /** Lines of the file by the paths of changes; '' is the document. */
  lines: Readonly<Record<string, number>>;
  preview?: Preview;
  error?: { code: string; message: string; violations?: readonly Violation[] };
};

/** What allows a change that consumers notice. */
export type Allowance = {
  /** All major changes, or those of these ids. */
  allowMajor: 'all' | readonly string[];
  /** A raised version is not enough. */
  isStrict: boolean;
};

/** The reason why a verdict must not be merged; undefined if it may. */
export function blockedBy(verdict: Verdict, allowance: Allowance): string | undefined {
  const { state, preview } = verdict;
  if (state === 'invalid' || !preview) return undefined;
  if (verdict.impact === 'major') {
    const reason = blockingMajor(verdict, preview, allowance);
    if (reason !== undefined) return reason;
  }
  const isRefused = preview.mode === 'enforce' && state !== 'removed' && !preview.versionRaised;
  return isRefused
    ? `the catalog refuses it, because the version does not announce a ${verdict.impact} change: ${raise(preview)}`
    : undefined;
}

/** A version cannot announce that a document goes away. */
function blockingMajor(
  verdict: Verdict,
  preview: Preview,
  allowance: Allowance,
): string | undefined {
  const isVersioned = verdict.state !== 'removed';
  if (isAllowed(verdict, allowance, isVersioned && preview.versionRaised)) return undefined;
  const canRaise = isVersioned && !preview.versionRaised && !allowance.isStrict;
  const advice = canRaise ? `${raise(preview)}, or allow it` : 'allow it';
  const broken = preview.consumers.length > 0 ? 'breaks consumers' : 'breaks what is promised';
  return `${broken}: ${advice} with --allow-major ${verdict.id}`;
}

function raise({ requiredVersion }: Preview): string {
  return requiredVersion ? `set the version to ${requiredVersion} or higher` : 'raise the version';
}

function isAllowed(
  { id }: Verdict,
  { allowMajor, isStrict }: Allowance,
  isAnnounced: boolean,
): boolean {
  return allowMajor === 'all' || allowMajor.includes(id) || (isAnnounced && !isStrict);
}

/** A consumer in words, with what it uses. */
export function describeConsumer({
  teamId,
  teamName,
  userId,
  userName,
  accesses,
}: Consumer): string {
  const name =
    teamId === null ? (userName ?? userId ?? 'unknown') : `team ${nameWithId(teamName, teamId)}`;
  const ports = new Set(accesses.map((access) => `${access.dataProductId}/${access.outputPortId}`));
  return `${name} through ${[...ports].join(', ')}`;
}

function nameWithId(name: string | null, id: string): string {
  return name === null || name === id ? id : `${name} (${id})`;
}
