import type { Finding } from '../doctor/check.ts';
import { examine } from '../doctor/examine.ts';
import type { Result } from '../doctor/examine.ts';
import { openInstallation } from '../doctor/open-installation.ts';
import type { Command } from './command.ts';

type State = Finding['state'];

/** Labels of states; failures stand out. */
const labels: Record<State, string> = {
  ok: 'ok',
  warning: 'warning',
  failed: 'FAILED',
  skipped: 'skipped',
};

export const doctor: Command = {
  name: 'doctor',
  summary: 'Checks everything that Concordat needs and says how to fix problems',
  actions: [
    {
      summary:
        'Checks everything that Concordat needs without changing anything, and says how to fix ' +
        'problems; exit code 1 if a check failed',
      options: [],
      run: async (_given, context) => {
        const results = await examine(openInstallation(context));
        const counts = countStates(results);
        return {
          text: [...results.flatMap(linesOf), summaryOf(counts)].join('\n'),
          json: { checks: results, ...counts },
          failed: counts.failed > 0,
        };
      },
    },
  ],
};

function countStates(results: readonly Result[]): Record<State, number> {
  const count = (state: State): number => results.filter((each) => each.state === state).length;
  return {
    ok: count('ok'),
    warning: count('warning'),
    failed: count('failed'),
    skipped: count('skipped'),
  };
}

function linesOf({ name, state, found, advice }: Result): string[] {
  const line = `${labels[state].padEnd(7)}  ${name.padEnd(16)}  ${found}`;
  return advice === undefined ? [line] : [line, `${' '.repeat(11)}${advice}`];
}

/** The last line, e.g. `doctor: 14 ok, 1 warning, 2 failed`; skipped checks are only counted if there are any. */
function summaryOf({ ok, warning, failed, skipped }: Record<State, number>): string {
  const parts = [
    `${ok} ok`,
    `${warning} ${warning === 1 ? 'warning' : 'warnings'}`,
    `${failed} failed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  return `doctor: ${parts.join(', ')}`;
}
