/** Exit codes of client commands; docs/cli.md and the help of each command list them. */
export const exitCodes = {
  done: 0,
  failed: 1,
  gate: 2,
  noServer: 3,
  notSignedIn: 4,
  usage: 64,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** What each exit code means. */
export const exitCodeTexts: readonly (readonly [ExitCode, string])[] = [
  [exitCodes.done, 'done'],
  [exitCodes.failed, 'refused by the API, or failed'],
  [exitCodes.gate, 'a check says no: a failed test, a breaking change, a difference'],
  [exitCodes.noServer, 'no Concordat answers at the address'],
  [exitCodes.notSignedIn, 'no key, or one that the server does not accept'],
  [exitCodes.usage, 'wrong usage: an unknown command, option or value'],
  [exitCodes.interrupted, 'interrupted with Ctrl-C'],
];
