import { literalOf } from '../../../../domain/dialects/literals/literal.ts';
import { branchesOf } from '../simple-pattern.ts';
import type { Branch, CharacterSet, Unit } from '../simple-pattern.ts';
import { NotExpressible } from '../sql-dialect.ts';

/** Escapes characters that are special in LIKE outside of brackets. */
const escaped = (text: string): string => text.replaceAll(/[%_[\\]/g, String.raw`\$&`);
const escapedInSet = (text: string): string => text.replaceAll(/[\]^\\[-]/g, String.raw`\$&`);

function setText({ items, negated }: CharacterSet): string {
  const [only, ...others] = items;
  if (only === undefined) return '_';
  if (!negated && others.length === 0 && only[0] === only[1]) return escaped(only[0]);
  const members = items.map(([from, to]) =>
    from === to ? escapedInSet(from) : `${escapedInSet(from)}-${escapedInSet(to)}`,
  );
  return `[${negated ? '^' : ''}${members.join('')}]`;
}

const isAnything = ({ items }: CharacterSet): boolean => items.length === 0;

const like = (text: string, pattern: string): string =>
  `${text} like ${literalOf('sqlserver', pattern)} escape N'\\'`;

function unitText({ set, more }: Unit): string {
  return more ? `${setText(set)}%` : setText(set);
}

/**
 * Condition: the middle of the text, without some characters at its start and end, contains only the set. Uses
 * STUFF instead of SUBSTRING, which fails for short texts.
 */
function repeated(text: string, units: readonly Unit[], at: number): string {
  const unit = units[at];
  const behind = units.length - at - 1;
  const others = { items: unit?.set.items ?? [], negated: unit?.set.negated !== true };
  const tail = at === 0 ? text : `stuff(${text}, 1, ${at}, N'')`;
  const middle = behind === 0 ? tail : `stuff(reverse(${tail}), 1, ${behind}, N'')`;
  return `not ${like(middle, `%${setText(others)}%`)}`;
}

function branchCondition(text: string, { units, fromStart, toEnd }: Branch): string {
  const pattern = `${fromStart ? '' : '%'}${units.map(unitText).join('')}${toEnd ? '' : '%'}`;
  const found = like(text, pattern);
  const repeating = units.flatMap(({ set, more }, at) => (more && !isAnything(set) ? [at] : []));
  const [at] = repeating;
  if (at === undefined) return found;
  const isAlone = units.every(({ more }, index) => index === at || !more);
  if (!isAlone || !fromStart || !toEnd) {
    throw new NotExpressible('it repeats more than one set of characters any number of times');
  }
  return `(${found} and ${repeated(text, units, at)})`;
}

/**
 * Condition: the regular expression matches somewhere in the text, by LIKE. Throws `NotExpressible`, with
 * advice, for an expression without a LIKE equivalent.
 */
export function likeCondition(text: string, pattern: string): string {
  try {
    const conditions = branchesOf(pattern).map((branch) => branchCondition(text, branch));
    return `(${[...new Set(conditions)].join(' or ')})`;
  } catch (error) {
    if (!(error instanceof NotExpressible)) throw error;
    throw new NotExpressible(
      `The pattern '${pattern}' cannot be checked on SQL Server, whose LIKE is no regular expression: ${error.message}. ` +
        'From SQL Server 2025 on and in Azure SQL a rule of type sql can use REGEXP_LIKE',
    );
  }
}
