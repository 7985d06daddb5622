import type { JsonObject } from '../../lib/json/json.ts';
import { yamlToJson } from '../documents/parse-document.ts';
import { spliceYaml } from '../documents/splice-texts.ts';
import { compareContracts } from '../contract-changes/compare-contracts.ts';
import type { ContractChange } from '../contract-changes/contract-change.ts';
import { isHigher, nextVersion } from '../contract-changes/raised-version.ts';
import type { Impact } from '../contract-changes/rules.ts';
import { isSame } from '../contract-changes/same-content.ts';
import { objectOf, textOf } from '../standards/json-value.ts';
import { groupByElement } from './branch-changes.ts';
import type { BranchChange } from './branch-changes.ts';
import { mergeContracts } from './merge-contracts.ts';
import type { BranchChoices, BranchConflict } from './merge-contracts.ts';

/** JSON texts of the revision that the branch was cut from and of the contract now, and the text of the branch. */
export type BranchTexts = { base: string; target: string; source: string };

/** `needsBump`: the version is not above that of the contract; `bumped`: it is; `unchanged`: nothing to announce. */
export const versionStates = ['unchanged', 'needsBump', 'bumped'] as const;

/** What a merge of the branch would do to the contract. */
export type BranchJudgement = {
  version: string;
  targetVersion: string;
  versionState: (typeof versionStates)[number];
  suggestedStep: Impact | null;
  suggestedVersion: string | null;
  /** By element. */
  changes: BranchChange[];
  /** Changes that break consumers, one by one. */
  breaking: ContractChange[];
  /** The first 500, without values that are too long. */
  conflicts: ListedConflict[];
  conflictCount: number;
  /** True if the branch differs from its base. */
  isChanged: boolean;
};

/** A text without an id has that of its contract. */
function parsed({ base, target: targetText, source }: BranchTexts) {
  const target = JSON.parse(targetText) as JsonObject;
  const branch = JSON.parse(yamlToJson(source)) as JsonObject;
  const identified =
    'id' in target && !('id' in branch) ? { ...branch, id: target['id'] as string } : branch;
  return { base: JSON.parse(base) as JsonObject, target, branch: identified };
}

/** A conflict; `truncated` if its values are too long for an answer. */
export type ListedConflict = BranchConflict & { truncated?: true };

const maxConflicts = 500;
const maxValuesLength = 10_000;

const listed = (conflicts: readonly BranchConflict[]): ListedConflict[] =>
  conflicts
    .slice(0, maxConflicts)
    .map((conflict) =>
      JSON.stringify(conflict).length > maxValuesLength
        ? { path: conflict.path, truncated: true as const }
        : conflict,
    );

const versionOf = ({ version, info }: JsonObject): string =>
  textOf(version) ?? textOf(objectOf(info)?.['version']) ?? '';

/** Compares the contract with what a merge would make of it; while there are conflicts, the base with the branch. */
export function judgeBranch(texts: BranchTexts): BranchJudgement {
  const sides = parsed(texts);
  const { merged, conflicts } = mergeContracts(sides);
  const isClean = conflicts.length === 0;
  const verdict = isClean
    ? compareContracts(sides.target, merged)
    : compareContracts(sides.base, sides.branch);
  const isChanged = !isSame(sides.base, sides.branch);
  const changes = verdict.changes.filter(({ rule }) => rule !== 'version-changed');
  const [version, targetVersion] = [versionOf(sides.branch), versionOf(sides.target)];
  const step = changes.length > 0 ? verdict.impact : null;
  const versionState = isHigher(version, targetVersion)
    ? 'bumped'
    : step
      ? 'needsBump'
      : 'unchanged';
  return {
    version,
    targetVersion,
    versionState,
    suggestedStep: step,
    suggestedVersion: (step && nextVersion(step, targetVersion)) ?? null,
    changes: groupByElement(verdict.changes),
    breaking: changes.filter(({ impact }) => impact === 'major'),
    conflicts: listed(conflicts),
    conflictCount: conflicts.length,
    isChanged,
  };
}

/** The YAML text of a branch with the changes of its contract, and the conflicts that the choices leave. */
export function mergeBranch(
  texts: BranchTexts,
  choices: BranchChoices,
): { source: string; conflicts: BranchConflict[] } {
  const { source } = texts;
  const sides = parsed(texts);
  const { merged, conflicts } = mergeContracts(sides, choices);
  const isUntouched = conflicts.length > 0 || isSame(merged, sides.branch);
  return { source: isUntouched ? source : spliceYaml(source, merged), conflicts };
}

/** The YAML text of a contract with another version. */
export function withVersion(source: string, version: string): string {
  const document = JSON.parse(yamlToJson(source)) as JsonObject;
  const info = objectOf(document['info']);
  const isOld = document['version'] === undefined && info !== undefined;
  if (versionOf(document) === version) return source;
  return spliceYaml(
    source,
    isOld ? { ...document, info: { ...info, version } } : { ...document, version },
  );
}
