/**
 * The statement of a rule as a derived table: what is no query does not fit there, so the platform itself refuses what would write.
 * A semicolon at the end is left out.
 */
export function asDerivedTable(sql: string): string {
  return `select * from (\n${sql.replace(/[;\s]+$/, '')}\n) as concordat_rule`;
}
