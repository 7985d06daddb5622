/** Reasons why a repository could not be read or changed. */
export type GitProblem =
  /** The server or the repository cannot be reached, or refuses the credential. */
  | 'unreachable'
  /** The branch does not exist. */
  | 'no_branch'
  /** The repository, a file or a folder is larger than allowed. */
  | 'too_large'
  /** The path leads to a link, a folder or a submodule. */
  | 'not_a_file'
  /** Another commit came first. */
  | 'moved'
  /** The server refused the push, e.g. because the branch is protected. */
  | 'push_refused'
  /** The answer cannot be read. */
  | 'malformed';

/** A failure of a repository; its message contains neither a secret nor the path of the address. */
export class GitError extends Error {
  readonly problem: GitProblem;

  constructor(problem: GitProblem, message: string) {
    super(message);
    this.name = 'GitError';
    this.problem = problem;
  }
}

/** The host lets the credential read the repository, and refuses a push before it looks at the branch. */
export function pushForbidden(host: string, how: string): GitError {
  const why = 'the Git credential may only read the repository, or the repository is archived';
  return new GitError('push_refused', `${host} refused the push (${how}): ${why}.`);
}
