import type { ContractTestOutcome } from '../../../domain/contract-tests/outcome.ts';
import { hasMariadb } from '../../support/servers/mariadb.ts';
import { platformNames } from './constructs/construct.ts';
import type { CaseNames, Construct, PlatformName, TableData } from './constructs/construct.ts';
import { fieldConstructs } from './constructs/field-constructs.ts';
import { openPlatform } from './constructs/platforms.ts';
import type { Platform } from './constructs/platforms.ts';
import { qualityConstructs } from './constructs/quality-constructs.ts';
import { tableConstructs } from './constructs/table-constructs.ts';
import { runContract } from './run-contract.ts';

const constructs = [...tableConstructs, ...fieldConstructs, ...qualityConstructs];
const sides = ['good', 'bad'] as const;
type Side = (typeof sides)[number];

function namesOf(index: number, side: Side): CaseNames {
  return { table: `c${index}_${side}`, other: `c${index}_${side}_other` };
}

function schemaOf(construct: Construct, names: CaseNames, platform: PlatformName) {
  const { schema, other, slaProperties = [] } = construct.contract(names, platform);
  const objects = [
    { name: names.table, ...schema },
    ...(other === undefined ? [] : [{ name: names.other, ...other }]),
  ];
  return { objects, slaProperties };
}

async function create(platform: Platform, name: string, data: TableData | undefined) {
  if (data !== undefined) await platform.create(name, data);
}

/** One contract with a table for either side of every construct, tested in one run. */
async function runAll(platform: Platform): Promise<ContractTestOutcome> {
  const schema: Record<string, unknown>[] = [];
  const slaProperties: Record<string, unknown>[] = [];
  for (const [index, construct] of constructs.entries()) {
    for (const side of sides) {
      const names = namesOf(index, side);
      await create(platform, names.table, construct[side]);
      await create(platform, names.other, construct.other);
      const said = schemaOf(construct, names, platform.name);
      schema.push(...said.objects);
      slaProperties.push(...said.slaProperties);
    }
  }
  return runContract({ schema, slaProperties, server: platform.server, access: platform.access });
}

/** Results of the checks of that type on the table of one side, e.g. `passed`. */
function resultsOf(outcome: ContractTestOutcome, construct: Construct, table: string): string {
  const found = outcome.checks.filter(
    (check) => check.model === table && check.type === construct.check,
  );
  const results = [...new Set(found.map((check) => check.result))];
  return results.length === 0 ? 'none' : results.join('+');
}

type Verdicts = { good: string; bad: string };

const seen = new Map<PlatformName, Verdicts[]>();

function expectedOf(construct: Construct): Verdicts {
  return { good: construct.keeps ?? 'passed', bad: construct.breaks ?? 'failed' };
}

function printTable(): void {
  const width = Math.max(...constructs.map(({ name }) => name.length));
  const line = (name: string, cells: readonly string[]): string =>
    [name.padEnd(width), ...cells.map((cell) => cell.padEnd(16))].join(' | ');
  const rows = constructs.map((construct, index) =>
    line(
      construct.name,
      platformNames.map((platform) => {
        if (construct.except?.[platform] !== undefined) return '–';
        const verdicts = seen.get(platform)?.[index];
        return verdicts === undefined ? 'not tried' : `${verdicts.good} / ${verdicts.bad}`;
      }),
    ),
  );
  const reasons = constructs.flatMap(({ name, except }) =>
    Object.entries(except ?? {}).map(([platform, why]) => `– ${name}, ${platform}: ${why}`),
  );
  console.log([line('construct', platformNames), ...rows, ...new Set(reasons)].join('\n'));
}

describe('every construct of ODCS that can be checked passes and fails', () => {
  afterAll(printTable);

  for (const name of platformNames) {
    const title =
      name === 'MariaDB' && !hasMariadb() ? 'MariaDB (no server on this machine)' : name;
    const test = name === 'MariaDB' && !hasMariadb() ? it.skip : it;
    test(`on ${title}`, async () => {
      const platform = await openPlatform(name);
      if (platform === undefined) throw new Error(`there is no ${name}`);
      try {
        const outcome = await runAll(platform);
        const verdicts = constructs.map((construct, index) => ({
          good: resultsOf(outcome, construct, namesOf(index, 'good').table),
          bad: resultsOf(outcome, construct, namesOf(index, 'bad').table),
        }));
        seen.set(name, verdicts);
        const differing = constructs.flatMap((construct, index) => {
          const found = { ...verdicts[index] };
          const wanted = expectedOf(construct);
          if (construct.except?.[name] !== undefined) return [];
          if (found.good === wanted.good && found.bad === wanted.bad) return [];
          const tables = sides.map((side) => namesOf(index, side).table);
          const reasons = outcome.checks
            .filter((check) => tables.includes(check.model) && check.type === construct.check)
            .map((check) => `${check.model}: ${check.result}, ${check.reason}`);
          return [{ construct: construct.name, found, wanted, reasons }];
        });
        expect(differing).toEqual([]);
      } finally {
        await platform.drop();
      }
    });
  }
});
