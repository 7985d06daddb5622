import type { SourceAccess } from '../../../connectors/connector.ts';
import type { ContractTestOutcome } from '../../../domain/contract-tests/outcome.ts';
import { ruleCases } from './rule-cases.ts';
import type { RuleCase } from './rule-cases.ts';
import { runPlanned } from './run-planned.ts';
import type { Wish } from './run-planned.ts';

/** A table with the values of a case, in its column `v`; `good_…` keep its rule, `bad_…` break it in each row. */
export type RuleTable = { name: string; values: readonly unknown[]; of: RuleCase };

type Platform = NonNullable<RuleCase['not']>[number];

/** Two tables for each case that can be where that platform can. */
export function ruleTables(platform: Platform): RuleTable[] {
  return ruleCases
    .filter(({ not = [] }) => !not.includes(platform))
    .flatMap((of, index) => [
      { name: `good_${index}`, values: of.good, of },
      { name: `bad_${index}`, values: of.bad, of },
    ]);
}

/** Checks each table for the rule of its case. */
export function runRules(
  tables: readonly RuleTable[],
  { server, access }: { server: Record<string, unknown>; access: SourceAccess },
): Promise<ContractTestOutcome> {
  const schema = tables.map(({ name }) => ({
    name,
    properties: [{ name: 'id', unique: true }, { name: 'v' }],
  }));
  const wishes = tables.map(({ name, of }, table): Wish => {
    const column = { name: 'v', logicalType: of.logicalType, steps: of.steps ?? [] };
    return { key: name, table, expectation: { kind: 'rows', column, rule: of.rule } };
  });
  return runPlanned({ schema, server, access }, wishes);
}

/** One test a table: what keeps the rule passed, and all of what breaks it failed; to be called in a `describe`. */
export function itJudgesRules(
  tables: readonly RuleTable[],
  outcomeOf: () => ContractTestOutcome,
): void {
  it.each(tables.map((table) => [`${table.of.title}: ${table.name}`, table] as const))(
    '%s',
    (_title, { name, values }) => {
      const check = outcomeOf().checks.find(({ key }) => key === name);
      const broken = name.startsWith('bad') ? values.length : 0;
      expect(check).toMatchObject({
        result: broken === 0 ? 'passed' : 'failed',
        totalNumber: values.length,
        failedNumber: broken,
      });
    },
  );
}
