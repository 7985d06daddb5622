/** Why an edit of one entry is not possible. */
export type EditProblem = { outcome: 'unknown' | 'refused'; message: string };
