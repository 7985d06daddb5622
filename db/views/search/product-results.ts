/** SQL of whether the result on a `server` says something about a product: one for an output port of another product does not. */
export function countsFor(product: string): string {
  return `(strpos(s.server, '/') = 0 or starts_with(s.server, ${product} || '/'))`;
}

/**
 * SQL of the results of the contract `q` that count for a product, as `s.result`. Most contracts have no result of an output
 * port; the worst result of all servers then counts.
 */
export function resultsFor(product: string): string {
  return `cross join lateral (
      select q.result where not q.of_ports
      union all
      select s.state->>'result' from jsonb_each(q.servers) as s(server, state) where q.of_ports and ${countsFor(product)}) s`;
}
