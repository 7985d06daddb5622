/** A line of a list that ends at a limit, with the number of all lines. */
export type Listed<Line> = Line & { total: number };
