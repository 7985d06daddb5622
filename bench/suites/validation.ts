import { compileSchemas } from '../../domain/standards/compile-schemas.ts';
import { validateContract } from '../../domain/standards/odcs/validate.ts';
import { judgeDocument, rulesFor } from '../../domain/policies/judge.ts';
import type { RuleInForce } from '../../domain/policies/judge.ts';
import { listDefinitionLinks } from '../../domain/standards/odcs/linked-definitions.ts';
import type { LinkedDefinitions } from '../../domain/standards/odcs/linked-definitions.ts';
import { parseYaml, writeYaml } from '../../lib/yaml/yaml.ts';
import { median } from '../figures.ts';
import type { Figure } from '../figures.ts';

const tables = 62;
const columns = 15;
const rounds = 20;

/** A contract as generators create them: about 200 kB of JSON, every column with a rule or an option. */
function largeContract(): Record<string, unknown> {
  const column = (index: number): Record<string, unknown> => ({
    name: `column_${index}`,
    logicalType: index % 2 === 0 ? 'integer' : 'string',
    physicalType: 'varchar(255)',
    description: 'What a person who reads the contract should know about this column',
    required: index % 3 === 0,
    logicalTypeOptions: index % 2 === 0 ? { minimum: 0 } : { maxLength: 255 },
  });
  const schema = Array.from({ length: tables }, (_, table) => ({
    name: `table_${table}`,
    physicalType: 'table',
    properties: Array.from({ length: columns }, (_, index) => column(index)),
    quality: [{ type: 'library', metric: 'rowCount', mustBeGreaterThan: 0 }],
  }));
  const head = { apiVersion: 'v3.2.0', kind: 'DataContract', id: 'large', version: '1.0.0' };
  return { ...head, status: 'active', team: { name: 'team' }, schema };
}

async function millisecondsOf(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function middleOf(work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await millisecondsOf(work));
  return median(times);
}

function inMilliseconds(what: string, ours: number, limit: number): Figure {
  return {
    what,
    ours: `${ours.toFixed(1)} ms`,
    limit: `${limit} ms`,
    ratio: undefined,
    demand: `≤ ${limit} ms`,
    met: ours <= limit,
  };
}

/** Rules as policies have them: each reads every field. */
function rulesOf(count: number): RuleInForce[] {
  const rules = Array.from({ length: count }, (_, index) => ({
    id: `rule-${index}`,
    expression: `contract.tables.all(t, t.fields.all(f, f.description != null || f.name != 'field_${index}'))`,
    message: 'Describe it.',
  }));
  return rulesFor('bench', { rules });
}

/** A contract of about 5 kB, as most are. */
function usualContract(): Record<string, unknown> {
  const contract = largeContract();
  return { ...contract, schema: (contract['schema'] as unknown[]).slice(0, 2) };
}

type Linked = { contract: Record<string, unknown>; definitions: LinkedDefinitions };

/** The usual contract, each field of which takes what it says from a definition of its own. */
function linkedContract(): Linked {
  const contract = usualContract();
  const definitions: Record<string, Record<string, unknown>> = {};
  const schema = (contract['schema'] as { name: string; properties: { name: string }[] }[]).map(
    (table) => ({
      ...table,
      properties: table.properties.map(({ name, ...rest }) => {
        const url = `https://catalog.example.com/definitions/${table.name}/${name}`;
        definitions[url] = { ...rest, businessName: name, tags: ['bench'] };
        return { name, authoritativeDefinitions: [{ type: 'definition', url }] };
      }),
    }),
  );
  return { contract: { ...contract, schema }, definitions };
}

/** Finds the links and judges, as a write does; the definitions themselves are read by one statement. */
async function middleOfLinked({ contract, definitions }: Linked): Promise<number> {
  const text = JSON.stringify(contract);
  const rules = rulesOf(50);
  const judged = { kind: 'data-contract', text, ownerId: 'team', tags: [] };
  const work = () => {
    if (listDefinitionLinks(JSON.parse(text) as Linked['contract']).length === 0)
      throw new Error('the contract links no definition');
    return judgeDocument(judged, rules, definitions);
  };
  work();
  return middleOf(work);
}

async function middleOfRules(contract: object, rules: readonly RuleInForce[]): Promise<number> {
  const text = JSON.stringify(contract);
  const judged = { kind: 'data-contract', text, ownerId: 'team', tags: [] };
  judgeDocument(judged, rules);
  return middleOf(() => judgeDocument(judged, rules));
}

/** Measures checking and reading of a large contract, once the process is ready. */
export async function benchValidation(): Promise<Figure[]> {
  compileSchemas();
  const contract = largeContract();
  const size = `${Math.round(JSON.stringify(contract).length / 1024)} kB`;
  const first = await millisecondsOf(() => assertValid(contract));
  const yaml = writeYaml(contract);
  parseYaml(yaml);
  const reading = await middleOf(() => parseYaml(yaml));
  return [
    inMilliseconds(`First validation of a contract of ${size} after the start`, first, 100),
    inMilliseconds('Validation of it, median', await middleOf(() => assertValid(contract)), 30),
    inMilliseconds('Reading it from YAML, median', reading, 150),
    inMilliseconds(
      '50 rules of policies on a contract of 30 fields, median',
      await middleOfRules(usualContract(), rulesOf(50)),
      2,
    ),
    inMilliseconds(
      '50 rules of policies on a contract of 30 fields with linked definitions, median',
      await middleOfLinked(linkedContract()),
      2,
    ),
    inMilliseconds(
      '50 rules of policies on a contract of 930 fields, median',
      await middleOfRules(contract, rulesOf(50)),
      200,
    ),
  ];
}

/** An invalid contract would be measured as fast. */
function assertValid(contract: unknown): void {
  const [violation] = validateContract(contract);
  if (violation) throw new Error(`${violation.field} ${violation.message}`);
}
