import type { TestDay } from '../../../components/data/test-strip.tsx';
import { qualityTexts } from '../../../texts/products.ts';
import { statusWord } from '../../../texts/status-words.ts';
import type { StatusWord } from '../../../texts/status-words.ts';
import type { PortQuality, ProductQuality } from '../queries.ts';

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

type Head = PortQuality['servers'][number];

/** What the tests of a port say, one word for each server: "7 of 31 checks fail on raw". */
export function serverWords({ servers }: PortQuality): readonly StatusWord[] {
  return servers.map((each) => {
    const status = resultWord(each);
    const isNamed = servers.length > 1 && each.server !== null;
    return isNamed ? { ...status, word: wordOn(each, status.word) } : status;
  });
}

/** The word of one result: "7 of 31 checks fail". */
export function resultWord({ result, failedChecks, checkCount }: Head): StatusWord {
  const known = statusWord('test', result);
  if (failedChecks > 0) return { ...known, word: qualityTexts.fail(failedChecks, checkCount) };
  return result === 'passed' ? { ...known, word: qualityTexts.allPass(checkCount) } : known;
}

function wordOn({ result, failedChecks, checkCount, server }: Head, word: string): string {
  const name = server ?? '';
  if (failedChecks > 0) return qualityTexts.failOn(failedChecks, checkCount, name);
  return result === 'passed' ? qualityTexts.passOn(name) : `${name}: ${word}`;
}

/** Failing checks of the newest results of all servers: the number that one sees when they are added up. */
export function failingChecks({ ports }: ProductQuality): number {
  const results = new Map(
    ports.flatMap(({ servers }) => servers.map((each) => [each.id, each.failedChecks] as const)),
  );
  return [...results.values()].reduce((sum, failed) => sum + failed, 0);
}

/** The quality of a single port, in the form of that of its product. */
export function ofOnePort(quality: ProductQuality, portId: string): ProductQuality {
  const ports = quality.ports.filter(({ outputPortId }) => outputPortId === portId);
  const results = ports.flatMap(({ servers }) => servers.map(({ result }) => result));
  const worst = results.toSorted(
    (left, right) => badness.indexOf(right) - badness.indexOf(left),
  )[0];
  return { ...quality, ports, result: worst ?? null };
}
