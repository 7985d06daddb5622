/** The file that holds the lock of a data folder. */
export function lockFileOf(dataDir: string): string;

/** Says which process uses the data folder, and what to do. */
export function describeHolder(dataDir: string, pid: number | undefined): string;

/** Throws if a living process uses the data folder; the folder need not exist. */
export function assertUnused(dataDir: string): void;
