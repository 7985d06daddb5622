import { createRequire } from 'node:module';
import type * as Library from '@bufbuild/cel';
import type { CelEnv, CelInput } from '@bufbuild/cel';

type Cel = typeof Library;
type Parsed = ReturnType<Cel['parse']>;

/** A node of a parsed expression. */
export type Expression = NonNullable<Parsed['expr']>;
type Call = Extract<Expression['exprKind'], { case: 'callExpr' }>['value'];

/** Steps that are left: a loop takes one for each of its items, and more for a pattern. */
export type Steps = { left: number };

/** Whether a document keeps a rule, or why that cannot be said. */
export type Outcome = { holds: boolean } | { problem: string };

/** A compiled expression and its tree. */
export type Program = {
  tree: Expression;
  run: (variables: Readonly<Record<string, unknown>>, steps: Steps) => Outcome;
};

/** A pattern takes about as long as ten other functions. */
const stepsOfPattern = 10;

/** Bounds the depth of the tree, which is walked recursively. */
export const maxExpressionLength = 2_000;

const require = createRequire(import.meta.url);
const noSteps: Steps = { left: 0 };
let loaded: { library: Cel; env: CelEnv } | undefined;
/** Of the expression that runs; expressions are run one after the other. */
let running = noSteps;

/** Most processes never judge a rule, so that the first one loads the library. */
function load(): { library: Cel; env: CelEnv } {
  if (loaded) return loaded;
  const library = require('@bufbuild/cel') as Cel;
  const { celEnv, celFunc, CelScalar } = library;
  const { DYN, INT } = CelScalar;
  const bounded = celFunc(guard, [DYN, INT], DYN, (items, stepsOfTurn) => {
    const { size } = items as { size?: number };
    running.left -= (size ?? 0) * Number(stepsOfTurn);
    return running.left >= 0 ? items : [];
  });
  loaded = { library, env: celEnv({ funcs: [bounded] }) };
  return loaded;
}

/** Takes the steps of a loop before it begins; without enough of them, the loop has no items. No name of the language, so that expressions cannot call it. */
export const guard = '@bounded';

/** A value as expressions read it: made once for all of them, which would convert each record at each reading. */
export function toValue(json: unknown): unknown {
  const { celList, celMap } = load().library;
  if (Array.isArray(json)) return celList(json.map(toValue) as CelInput[]);
  if (typeof json !== 'object' || json === null) return json;
  const entries = Object.entries(json).map(([name, value]) => [name, toValue(value)] as const);
  return celMap(new Map(entries) as Parameters<typeof celMap>[0]);
}

const maxKept = 2_000;
const kept = new Map<string, Program>();

/** Compiles an expression of the Common Expression Language; throws an error that says where it cannot be read. */
export function compile(text: string): Program {
  const known = kept.get(text);
  if (known) return known;
  if (kept.size >= maxKept) kept.clear();
  const program = compileAnew(text);
  kept.set(text, program);
  return program;
}

function compileAnew(text: string): Program {
  const { library, env } = load();
  const tree = library.parse(text).expr;
  if (tree === undefined) throw new Error('the expression is empty');
  boundLoops(tree);
  const evaluate = library.plan(env, tree);
  const run: Program['run'] = (variables, steps) => {
    running = steps;
    const result = evaluate(variables as Record<string, CelInput>);
    if (steps.left < 0) return { problem: 'it takes too many steps' };
    if (library.isCelError(result)) return { problem: result.message };
    if (typeof result === 'boolean') return { holds: result };
    return { problem: 'its value is neither true nor false' };
  };
  return { tree, run };
}

/** Bounds every loop; returns the steps that one evaluation takes outside of loops. */
function boundLoops(tree: Expression): number {
  const kind = tree.exprKind;
  if (kind.case !== 'comprehensionExpr') {
    const own = kind.case === 'callExpr' && kind.value.function === 'matches' ? stepsOfPattern : 0;
    return childrenOf(tree).reduce((sum, child) => sum + boundLoops(child), own);
  }
  const { iterRange, accuInit, loopCondition, loopStep, result } = kind.value;
  const inTurn = [loopCondition, loopStep].reduce((sum, child) => sum + stepsOf(child), 1);
  const outside = [iterRange, accuInit, result].reduce((sum, child) => sum + stepsOf(child), 0);
  if (iterRange) kind.value.iterRange = callGuard(iterRange, inTurn);
  return outside;
}

const stepsOf = (tree: Expression | undefined): number => (tree ? boundLoops(tree) : 0);

function callGuard(items: Expression, stepsOfTurn: number): Expression {
  const constantKind = { case: 'int64Value', value: BigInt(stepsOfTurn) } as const;
  const steps = { exprKind: { case: 'constExpr', value: { constantKind } } } as Expression;
  const value = { function: guard, args: [items, steps] } as unknown as Call;
  return { id: 0n, exprKind: { case: 'callExpr', value } } as Expression;
}

/** The parts of an expression. */
export function childrenOf({ exprKind: { case: kind, value } }: Expression): Expression[] {
  if (kind === 'selectExpr') return present([value.operand]);
  if (kind === 'callExpr') return present([value.target, ...value.args]);
  if (kind === 'listExpr') return value.elements;
  if (kind === 'structExpr') {
    return present(value.entries.flatMap((entry) => [keyOf(entry.keyKind), entry.value]));
  }
  if (kind !== 'comprehensionExpr') return [];
  const { iterRange, accuInit, loopCondition, loopStep, result } = value;
  return present([iterRange, accuInit, loopCondition, loopStep, result]);
}

type Keyed = { case: string | undefined; value?: unknown };
const keyOf = (key: Keyed): Expression | undefined =>
  key.case === 'mapKey' ? (key.value as Expression) : undefined;

const present = (trees: readonly (Expression | undefined)[]): Expression[] =>
  trees.filter((tree) => tree !== undefined);
