/** An option of a command of operators. */
type OperatorOption = {
  name: string;
  help: string;
  hasValue: boolean;
  choices?: readonly string[];
};

/** A command that works on the server itself, on its database or its files: `start`, and what `npm run` has in a checkout. */
export type OperatorCommand = {
  name: string;
  summary: string;
  /** Actions with their options; an action without a name is the command itself. */
  actions: readonly { name?: string; summary: string; options: readonly OperatorOption[] }[];
};
