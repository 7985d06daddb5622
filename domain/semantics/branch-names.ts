import { refuse } from '../errors.ts';

const maxLength = 256;

// oxlint-disable-next-line no-control-regex -- control characters are refused here
const forbidden = /[\u0000-\u001f\u007f-\u009f\\]/;

/**
 * Returns a valid branch name, else refuses with `invalid_id`: 1–256 characters in parts between `/`, no `..`. Paths contain
 * its `/` as `%2F`.
 */
export function checkBranchName(name: string): string {
  const problem = problemOf(name);
  return problem ? refuse('invalid_id', `The branch name ${problem}.`) : name;
}

function problemOf(name: string): string | undefined {
  if (name.trim() === '') return 'is empty';
  if (name.length > maxLength) return `has ${name.length} characters; ${maxLength} are allowed`;
  if (!name.isWellFormed()) return 'contains half of a surrogate pair';
  if (forbidden.test(name)) return "contains '\\' or a control character";
  const parts = name.split('/');
  if (parts.includes('')) return "begins or ends with '/', or has two of them in a row";
  if (name.includes('..') || parts.includes('.')) return "contains '..', or '.' alone between '/'";
  return undefined;
}
