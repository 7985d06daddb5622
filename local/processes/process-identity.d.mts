/** A process of this machine; `born` distinguishes it from a later process with the same pid. */
export type ProcessIdentity = { pid: number; born: string };

/** The current process with this pid; undefined if there is none (or only a zombie). */
export function identify(pid: number): ProcessIdentity | undefined;

/** True while exactly this process is alive. */
export function isAlive(identity: ProcessIdentity): boolean;

/** The process recorded in a file; undefined if the file is missing or incomplete. */
export function readIdentity(file: string): ProcessIdentity | undefined;

/** The command line of a process, separated by spaces; empty if it has ended. */
export function commandLine(pid: number): string;

/** Sends a signal; false if the process does not exist. */
export function signal(pid: number, name: NodeJS.Signals): boolean;

/** Waits until the process has ended; false if it is still alive after `timeoutMs`. */
export function untilEnded(identity: ProcessIdentity, timeoutMs: number): Promise<boolean>;
