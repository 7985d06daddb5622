import { ApiError } from './http/api-error.ts';
import { exitCodes } from './exit-codes.ts';
import type { ExitCode } from './exit-codes.ts';

/** An error that the person at the terminal can mend: printed without a stack. */
export class Failure extends Error {
  readonly exitCode: ExitCode;
  readonly code: string;

  constructor(message: string, exitCode: ExitCode = exitCodes.failed, code = 'not_possible') {
    super(message);
    this.name = 'Failure';
    this.exitCode = exitCode;
    this.code = code;
  }
}

/** A failure of the call itself: an option, argument or value that is wrong. */
export function wrongUsage(message: string): Failure {
  return new Failure(message, exitCodes.usage, 'wrong_usage');
}

/** A failure of a file: its text is no document, or not one that the command can use. */
export class WrongFile extends Failure {
  readonly file: string;
  readonly line: number;

  constructor(message: string, { file, line = 1 }: { file: string; line?: number }) {
    super(message, exitCodes.failed, 'invalid_document');
    this.file = file;
    this.line = line;
  }
}

/** A failed call in words and for programs. */
export type Explanation = {
  exitCode: ExitCode;
  /** Lines for standard error. */
  text: string;
  /** Printed to standard output by `--output json`. */
  json: Record<string, unknown>;
};

/** Codes about the key itself; `permission_denied` is about what a good key may do. */
const signInCodes = new Set(['api_key_missing', 'api_key_invalid', 'sign_in_code_invalid']);

/** Explains an error; one that is neither of the API nor a `Failure` is a bug and shows its stack. */
export function explainFailure(error: unknown): Explanation {
  if (error instanceof ApiError) {
    const isKey = error.status === 401 || signInCodes.has(error.code);
    return {
      exitCode: isKey ? exitCodes.notSignedIn : exitCodes.failed,
      text: error.inWords(),
      json: { error: error.problem },
    };
  }
  if (error instanceof Failure) {
    const { exitCode, message, code } = error;
    return { exitCode, text: message, json: { error: { code, detail: message } } };
  }
  const { stack, message } = error instanceof Error ? error : new Error(String(error));
  return {
    exitCode: exitCodes.failed,
    text: `Unexpected error: ${stack ?? message}`,
    json: { error: { code: 'internal_error', detail: message } },
  };
}
