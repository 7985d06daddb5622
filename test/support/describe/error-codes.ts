import { meaningOfCode, refusalCodes, statusOfCode } from '../../../api/http/errors/error-codes.ts';

/** The table of docs/api.md: each error code with its status. */
export function errorCodesTable(): string {
  const rows = refusalCodes.map(
    (code) => `| ${statusOfCode(code)} | \`${code}\` | ${meaningOfCode(code)} |`,
  );
  return ['| Status | Code | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
}
