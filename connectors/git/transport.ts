/** The exchange of objects with one repository; `ref` is the full name of a branch, e.g. refs/heads/main. */
export type Transport = {
  /** Fetches the newest commit of the branch; undefined for a repository without commits. Throws `no_branch`. */
  fetch: (gitdir: string, ref: string) => Promise<string | undefined>;
  /** Pushes the branch, never by force. */
  push: (gitdir: string, ref: string) => Promise<void>;
};
