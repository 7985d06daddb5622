import { createRequire } from 'node:module';
import type * as Library from '@bufbuild/cel';
import type { CelEnv, CelInput } from '@bufbuild/cel';

type Cel = typeof Library;
type Parsed = ReturnType<Cel['parse']>;

/** A node of a parsed expression. */
export type Expression = NonNullable<Parsed['expr']>;
type Call = Extract<Expression['exprKind'], { case: 'callExpr' }>['value'];

/** Steps that are left: an expression takes one for each turn of a loop, and more for a pattern. */
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
  const takeSteps = celFunc(guard, [CelScalar.INT], CelScalar.BOOL, (count) => {
    running.left -= Number(count);
    return running.left >= 0;
  });
  loaded = { library, env: celEnv({ funcs: [takeSteps] }) };
  return loaded;
}

/** No name of the language, so that expressions cannot call it. */
const guard = '@takeSteps';

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

/** Ends every loop once no steps are left; returns what one evaluation takes outside of loops. */
function boundLoops(tree: Expression): number {
  const kind = tree.exprKind;
  if (kind.case !== 'comprehensionExpr') {
    const own = kind.case === 'callExpr' && kind.value.function === 'matches' ? stepsOfPattern : 0;
    return childrenOf(tree).reduce((sum, child) => sum + boundLoops(child), own);
  }
  const { iterRange, accuInit, loopCondition, loopStep, result } = kind.value;
  const inTurn = [loopCondition, loopStep].reduce((sum, child) => sum + stepsOf(child), 1);
  if (loopCondition) kind.value.loopCondition = both(callGuard(inTurn), loopCondition);
  return [iterRange, accuInit, result].reduce((sum, child) => sum + stepsOf(child), 0);
}

const stepsOf = (tree: Expression | undefined): number => (tree ? boundLoops(tree) : 0);

function callGuard(steps: number): Expression {
  const constantKind = { case: 'int64Value', value: BigInt(steps) } as const;
  const count = { exprKind: { case: 'constExpr', value: { constantKind } } };
  return call(guard, [count as Expression]);
}

const both = (one: Expression, other: Expression): Expression => call('_&&_', [one, other]);

function call(name: string, args: Expression[]): Expression {
  const value = { function: name, args } as Call;
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
