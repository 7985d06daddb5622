import type { OrganizationId } from '../../../domain/principal.ts';
import { labelsOf, phrasesOf, widenTerms } from '../../../domain/search/labels.ts';
import type { Synonyms } from '../../../domain/search/labels.ts';
import { toAnyFactQuery } from '../../../domain/search/words.ts';
import type { Term } from '../../../domain/search/words.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** Longer queries name no concepts. */
const maxTerms = 20;

/** Maximum number of concepts that may widen a query. */
const maxConcepts = 20;

// `offset 0` makes Postgres begin with the word index, as in corrections.ts.
const listLabelled = {
  name: 'search-synonyms',
  text: `select c.namespace_id || '/' || c.id as id, c.name, (c.body->'fields')::text as fields
    from (
      select organization_id, kind, id from documents where search @@ $2::tsquery offset 0) d
    join namespace_concepts c on c.organization_id = $1 and c.namespace_id = split_part(d.id, '/', 1)
      and c.id = substr(d.id, strpos(d.id, '/') + 1)
    where d.organization_id = $1 and d.kind = 'semantic-concept' order by d.id limit ${maxConcepts}`,
};

type Labelled = { id: string; name: string; fields: string };

/** The words that are sought for each term, with those by which concepts of ontologies are also known. */
export async function widenByConcepts(
  db: Db,
  organizationId: OrganizationId,
  terms: readonly Term[],
): Promise<{ sought: Term[][]; synonyms: Synonyms[] }> {
  if (terms.length === 0 || terms.length > maxTerms) return widenTerms(terms, []);
  const keys = phrasesOf(terms).map(({ key }) => key);
  const query = toAnyFactQuery('label', [...new Set(keys)]);
  const rows = await runStatement<Labelled>(db, listLabelled, [organizationId, query]);
  const concepts = rows.map(({ id, name, fields }) => ({
    id,
    labels: labelsOf(name, JSON.parse(fields) as JsonObject),
  }));
  return widenTerms(terms, concepts);
}
