import { refuse } from '../errors.ts';

const longest = 256;

// oxlint-disable-next-line no-control-regex -- control characters are what is refused
const forbidden = /[\u0000-\u001f\u007f-\u009f/\\]/;

/** Returns the name when it may name a branch, else refuses with `invalid_id`: 1–256 characters, no `/`, no `..`. */
export function checkBranchName(name: string): string {
  const problem = problemOf(name);
  return problem ? refuse('invalid_id', `The branch name ${problem}.`) : name;
}

function problemOf(name: string): string | undefined {
  if (name.trim() === '') return 'is empty';
  if (name.length > longest) return `has ${name.length} characters; ${longest} are allowed`;
  if (!name.isWellFormed()) return 'contains half of a surrogate pair';
  if (name.includes('..') || name === '.') return "must not contain '..', nor be '.'";
  if (forbidden.test(name)) return "contains '/', '\\' or a control character";
  return undefined;
}
