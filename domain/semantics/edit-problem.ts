/** Why an edit of one entry is not possible. */
export type EditProblem = { outcome: 'refused'; message: string };
