import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { toTable } from './figures.ts';
import type { Figure } from './figures.ts';

/** The result of one suite: its figures, or the error that ended it. */
export type SuiteResult = { seconds: number; figures: readonly Figure[]; error?: string };

/** Results by the name of their suite. */
export type Results = Record<string, SuiteResult>;

/** Writes the results so that a killed run leaves a complete file behind. */
export function writeResults(file: string, results: Results): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(results, undefined, 2)}\n`);
  renameSync(`${file}.new`, file);
}

/** Reads the results of an earlier run. */
export function readResults(file: string): Results {
  return JSON.parse(readFileSync(file, 'utf8')) as Results;
}

/** Describes a finished suite: its table, or its error. */
export function describeSuite(name: string, { seconds, figures, error }: SuiteResult): string {
  const outcome = error === undefined ? toTable(figures) : `The suite failed: ${error}`;
  return `\n${name} (${seconds} s)\n\n${outcome}\n`;
}

/** Compares figures by name; a figure of only one run is listed with a dash. */
export function compareResults(before: Results, after: Results): string {
  const rows = Object.entries(after).flatMap(([suite, { figures }]) => {
    const earlier = new Map(before[suite]?.figures.map((figure) => [figure.what, figure]));
    return figures.map((figure) => {
      const was = earlier.get(figure.what);
      return `| ${figure.what} | ${written(was)} | ${written(figure)} |`;
    });
  });
  return ['| What | Before | Now |', '| --- | --- | --- |', ...rows].join('\n');
}

function written(figure: Figure | undefined): string {
  if (figure === undefined) return '–';
  const ratio = figure.ratio === undefined ? '' : `, ratio ${figure.ratio.toFixed(2)}`;
  return `${figure.ours}${ratio}${figure.met ? '' : ' (NOT MET)'}`;
}

/** The names of suites that failed or missed a demand, each with its reason. */
export function describeFailures(results: Results): string[] {
  return Object.entries(results).flatMap(([name, { error, figures }]) => [
    ...(error === undefined ? [] : [`${name}: ${error}`]),
    ...figures.filter(({ met }) => !met).map(({ what }) => `${name}: ${what} misses its demand`),
  ]);
}
