import type { Impact } from './rules.ts';

type Version = { numbers: readonly [number, number, number]; preRelease: string | undefined };

const pattern =
  /^v?(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/;

/** Parses a semantic version; `2` and `v2.1` are 2.0.0 and 2.1.0. */
function parse(text: string): Version | undefined {
  const match = pattern.exec(text.trim());
  if (!match) return undefined;
  const [, major = '0', minor = '0', patch = '0', preRelease] = match;
  return { numbers: [Number(major), Number(minor), Number(patch)], preRelease };
}

/**
 * True if the new version is raised as the impact requires: a major change needs a higher major version, a
 * minor one a higher minor (or major) version, a patch only no lower version. Any semantic version is higher
 * than a non-semantic one; a non-semantic version never counts as raised, unless a patch keeps it.
 */
export function isRaised(impact: Impact, from: string, to: string): boolean {
  if (impact === 'patch' && from === to) return true;
  const [before, after] = [parse(from), parse(to)];
  if (!after) return false;
  if (!before) return true;
  const [major, minor] = before.numbers;
  if (impact === 'patch') return compare(before, after) <= 0;
  if (after.numbers[0] !== major) return after.numbers[0] > major;
  return impact === 'minor' && after.numbers[1] > minor;
}

/** The lowest sufficient version; undefined when the old one is not a semantic version. */
export function lowestRaised(impact: Impact, from: string): string | undefined {
  const before = parse(from);
  if (!before) return undefined;
  const [major, minor] = before.numbers;
  if (impact === 'major') return `${major + 1}.0.0`;
  return impact === 'minor' ? `${major}.${minor + 1}.0` : from;
}

/** True if a version is above another one. A semantic version is above one that is not; no other is. */
export function isHigher(version: string, than: string): boolean {
  const [one, other] = [parse(version), parse(than)];
  return one !== undefined && (other === undefined || compare(one, other) > 0);
}

/** True for a version that others can be compared with, such as 2.1.0. */
export function isSemantic(version: string): boolean {
  return parse(version) !== undefined;
}

/** The next version after a change with this impact; undefined when the old one is not a semantic version. */
export function nextVersion(impact: Impact, from: string): string | undefined {
  const before = parse(from);
  if (!before || impact !== 'patch') return lowestRaised(impact, from);
  const [major, minor, patch] = before.numbers;
  return `${major}.${minor}.${before.preRelease === undefined ? patch + 1 : patch}`;
}

function compare(one: Version, other: Version): number {
  for (const [index, number] of one.numbers.entries()) {
    const difference = number - (other.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return comparePreReleases(one.preRelease, other.preRelease);
}

/** Semantic Versioning 2.0.0 §11: pre-releases precede their release, numbers precede words. */
function comparePreReleases(one: string | undefined, other: string | undefined): number {
  if (one === other) return 0;
  if (one === undefined || other === undefined) return one === undefined ? 1 : -1;
  const [left, right] = [one.split('.'), other.split('.')];
  for (const [index, part] of left.entries()) {
    const difference = compareParts(part, right[index]);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

function compareParts(one: string, other: string | undefined): number {
  if (other === undefined) return 1;
  const [isNumber, otherIsNumber] = [one, other].map((part) => /^\d+$/.test(part));
  if (isNumber && otherIsNumber) return Number(one) - Number(other);
  if (isNumber !== otherIsNumber) return isNumber ? -1 : 1;
  return one < other ? -1 : one > other ? 1 : 0;
}
