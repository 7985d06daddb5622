import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import type { JsonObject } from '../../lib/json/json.ts';
import type { Violation } from '../errors.ts';
import { objectsOf } from '../standards/json-value.ts';
import { compile, maxExpressionLength } from './cel.ts';
import type { Program } from './cel.ts';
import { findUnknown } from './known-names.ts';
import { contractSpecimen, productSpecimen, sparseContract, sparseProduct } from './specimens.ts';

/** Rules of one policy. */
const maxRules = 100;
const maxValues = 200;

/** Kinds of documents that rules are about, and the variable of each. */
export const ruledKinds = { 'data-contract': 'contract', 'data-product': 'product' } as const;
export type RuledKind = keyof typeof ruledKinds;
export type Variable = (typeof ruledKinds)[RuledKind];

export const severities = ['error', 'warning'] as const;

const values = (description: string) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1 }), { maxItems: maxValues, description }));

export const policyRuleSchema = Type.Object(
  {
    id: Type.String({
      pattern: '^[a-z0-9][a-z0-9-]{0,62}$',
      'x-must-be': 'at most 63 lower-case letters, digits and hyphens, and begin with no hyphen',
      description: 'Unique in the policy',
      examples: ['fields-are-described'],
    }),
    expression: Type.String({
      minLength: 1,
      maxLength: maxExpressionLength,
      description:
        'Condition in the Common Expression Language (CEL) that a document keeps: `contract` is a data contract, `product` a data product',
      examples: ['contract.tables.all(t, t.fields.all(f, f.description != null))'],
    }),
    message: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'What to change in a document that does not keep the rule',
      examples: ['Describe every field.'],
    }),
    severity: Type.Optional(
      Type.Union(
        severities.map((severity) => Type.Literal(severity)),
        {
          default: 'error',
          description: 'An error of an enforced policy refuses the write',
        },
      ),
    ),
    where: Type.Optional(
      Type.Object(
        {
          kinds: Type.Optional(
            Type.Array(Type.Union([Type.Literal('data-contract'), Type.Literal('data-product')]), {
              maxItems: 2,
              description: 'Kinds of documents; by default those that the expression names',
            }),
          ),
          teams: values('Ids of owning teams; by default all'),
          tags: values('Only documents with one of these tags'),
        },
        {
          additionalProperties: false,
          description: 'Documents that the rule is about; all by default',
        },
      ),
    ),
  },
  { $id: 'PolicyRule', additionalProperties: false, description: 'A rule about documents' },
);

export type PolicyRule = Static<typeof policyRuleSchema>;

/** Members of a policy that hold its rules. */
export const ruleMembers = {
  enforced: Type.Optional(
    Type.Union([Type.Boolean(), Type.Null()], {
      description: 'True if a write that breaks a rule of severity `error` is refused',
    }),
  ),
  rules: Type.Optional(
    Type.Union([
      Type.Array(policyRuleSchema, {
        maxItems: maxRules,
        description: 'Rules about data contracts and products, judged while the status is Accepted',
      }),
      Type.Null(),
    ]),
  ),
};

/** The rules of a valid policy. */
export function rulesOf(policy: JsonObject): PolicyRule[] {
  return objectsOf(policy['rules']) as PolicyRule[];
}

/** The teams that rules of a valid policy are about, with their places in it. */
export function teamsOfRules(policy: JsonObject): { field: string; team: string }[] {
  return rulesOf(policy).flatMap(({ where }, rule) =>
    (where?.teams ?? []).map((team, index) => ({
      field: `rules[${rule}].where.teams[${index}]`,
      team,
    })),
  );
}

/** True if the rules of the policy are judged. */
export function isInForce(policy: JsonObject): boolean {
  return policy['status'] === 'Accepted' && rulesOf(policy).length > 0;
}

/** What is wrong with the rules of a policy that follows the schema. */
export function violationsOfRules(policy: JsonObject): Violation[] {
  const seen = new Set<string>();
  return rulesOf(policy).flatMap((rule, index) => {
    const field = `rules[${index}]`;
    const twice = seen.has(rule.id)
      ? [
          {
            field: `${field}.id`,
            message: `another rule has the id '${rule.id}'; choose another one`,
          },
        ]
      : [];
    seen.add(rule.id);
    const problem = problemOf(rule);
    return problem === undefined
      ? twice
      : [...twice, { field: `${field}.expression`, message: problem }];
  });
}

/** The kinds of documents that a rule is about. */
export function kindsOf({ expression, where }: PolicyRule): RuledKind[] {
  const named = variablesIn(compile(expression));
  const all = Object.keys(ruledKinds) as RuledKind[];
  const wanted = where?.kinds ?? [];
  return all.filter((kind) => {
    return named.has(ruledKinds[kind]) && (wanted.length === 0 || wanted.includes(kind));
  });
}

const samples = {
  contract: [contractSpecimen, sparseContract],
  product: [productSpecimen, sparseProduct],
} as const;

function problemOf({ expression, where }: PolicyRule): string | undefined {
  const program = compiledOr(expression);
  if (typeof program === 'string') return `cannot be read: ${program}`;
  const names = new Map<string, unknown>([
    ['contract', contractSpecimen],
    ['product', productSpecimen],
  ]);
  const unknown = findUnknown(program.tree, names);
  if (unknown !== undefined) return unknown;
  const variables = [...variablesIn(program)];
  const [variable] = variables;
  if (variable === undefined || variables.length > 1) {
    return "must be about either 'contract' or 'product'; write a rule for each of them";
  }
  const kind = variable === 'contract' ? 'data-contract' : 'data-product';
  if (where?.kinds && where.kinds.length > 0 && !where.kinds.includes(kind)) {
    return `is about '${variable}', but where.kinds leaves '${kind}' out`;
  }
  return problemWithSamples(program, variable);
}

function compiledOr(expression: string): Program | string {
  try {
    return compile(expression);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Judges two samples, with all optional members and without, which shows what cannot work. */
function problemWithSamples(program: Program, variable: Variable): string | undefined {
  const [filled, sparse] = samples[variable];
  const ofFilled = program.run({ [variable]: filled }, { left: 10_000 });
  if ('problem' in ofFilled) return `cannot work: ${ofFilled.problem}`;
  const ofSparse = program.run({ [variable]: sparse }, { left: 10_000 });
  if (!('problem' in ofSparse)) return undefined;
  return `does not work where an optional member is null: ${ofSparse.problem}; compare it with null first`;
}

function variablesIn({ tree }: Program): Set<Variable> {
  const found = new Set<Variable>();
  for (const variable of Object.values(ruledKinds)) {
    if (findUnknown(tree, without(variable)) !== undefined) found.add(variable);
  }
  return found;
}

const without = (variable: Variable): Map<string, unknown> =>
  new Map(
    Object.values(ruledKinds).flatMap((each) => (each === variable ? [] : [[each, undefined]])),
  );
