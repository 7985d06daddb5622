import { commands } from '../../../local/cli/index.ts';
import type { Option } from '../../../local/cli/command.ts';
import type { OperatorCommand } from '../../../cli/operators/operator-command.ts';

/** `concordat start` is no command of local/cli, because it is the process that supervises all others. */
const start: OperatorCommand = {
  name: 'start',
  summary: 'Runs Concordat until Ctrl-C, with a private Postgres and Redis if none are given',
  actions: [
    {
      summary: 'Runs Concordat until Ctrl-C',
      options: [{ name: 'demo', help: 'also loads the demo, once', hasValue: false }],
    },
  ],
};

const describeOption = ({ name, help, value, choices }: Option) => ({
  name,
  help,
  hasValue: value !== undefined,
  ...(choices && { choices }),
});

/** cli/generated/operator-commands.ts: the commands of local/cli as data, so that the client half loads none of them. */
export async function describeOperatorCommands(): Promise<string> {
  const loaded = await Promise.all(Object.values(commands).map(async (load) => load()));
  const described = loaded.map(({ name, summary, actions }) => ({
    name,
    summary,
    actions: actions.map((action) => ({
      ...(action.name !== undefined && { name: action.name }),
      summary: action.summary,
      options: action.options.map(describeOption),
    })),
  }));
  const lines = [start, ...described].map((command) => `  ${JSON.stringify(command)},\n`);
  return `import type { OperatorCommand } from '../operators/operator-command.ts';

/** Generated from local/cli: run npm run generate after a change there. */
export const operatorCommands: readonly OperatorCommand[] = [
${lines.join('')}];
`;
}
