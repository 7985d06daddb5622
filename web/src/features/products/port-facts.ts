import type { TestDay } from '../../components/test-strip.tsx';
import { qualityTexts } from '../../texts/products.ts';
import { statusWord } from '../../texts/status-words.ts';
import type { StatusWord } from '../../texts/status-words.ts';
import type { PortQuality, ProductQuality } from './queries.ts';

const badness = ['unknown', 'passed', 'warning', 'failed', 'error'];

/** The days of all ports in one trend: the worst result of a day counts. */
export function mergedDays({ ports }: ProductQuality): readonly TestDay[] {
  const byDate = new Map<string, TestDay>();
  for (const day of ports.flatMap(({ days }) => days)) {
    const before = byDate.get(day.date);
    byDate.set(day.date, before === undefined ? day : worse(before, day));
  }
  return [...byDate.values()];
}

function worse(one: TestDay, other: TestDay): TestDay {
  const isWorse = badness.indexOf(other.result) > badness.indexOf(one.result);
  return {
    date: one.date,
    result: isWorse ? other.result : one.result,
    checks: one.checks + other.checks,
    failedChecks: one.failedChecks + other.failedChecks,
  };
}

/** What the tests of a port say, one word for each server: "7 of 31 checks fail on raw". */
export function serverWords({ servers }: PortQuality): readonly StatusWord[] {
  const isSingle = servers.length === 1;
  return servers.map(({ result, failedChecks, checkCount, server }) => {
    const known = statusWord('test', result);
    const name = isSingle ? null : server;
    return { ...known, word: wordOf(known.word, result, failedChecks, checkCount, name) };
  });
}

function wordOf(
  known: string,
  result: string,
  failed: number,
  all: number,
  server: string | null,
): string {
  if (failed > 0) {
    return server === null
      ? qualityTexts.fail(failed, all)
      : qualityTexts.failOn(failed, all, server);
  }
  if (result !== 'passed') return server === null ? known : `${server}: ${known}`;
  return server === null ? qualityTexts.allPass(all) : qualityTexts.passOn(server);
}

/** Failing checks of the newest results of all servers: the number that one sees when they are added up. */
export function failingChecks({ ports }: ProductQuality): number {
  const results = new Map(
    ports.flatMap(({ servers }) => servers.map((each) => [each.id, each.failedChecks] as const)),
  );
  return [...results.values()].reduce((sum, failed) => sum + failed, 0);
}
