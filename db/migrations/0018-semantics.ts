import type { Knex } from 'knex';
import { linkWords } from '../../domain/kinds/document-links.ts';
import { instant, key, organization, organizationUnchecked } from './column-types.ts';

export async function up(knex: Knex): Promise<void> {
  await createNamespaces(knex);
  await createRevisions(knex);
  await createConcepts(knex);
  await createBranches(knex);
  await createMerges(knex);
  await fillLinks(knex);
}

async function createNamespaces(knex: Knex): Promise<void> {
  await knex.schema.createTable('namespaces', (table) => {
    table.comment('Namespaces of the semantics; each holds one ontology');
    organization(table);
    key(table, 'id').notNullable().comment('Identifier chosen by the caller');
    table
      .integer('revision')
      .notNullable()
      .comment('Revision of the ontology; 0 while there is none');
    table
      .integer('edition')
      .notNullable()
      .comment('Changes of the text of this revision that left its content equal');
    table
      .integer('metadata_revision')
      .notNullable()
      .comment('Counts every change of the columns below, from 1');
    table.text('name').notNullable().comment('Display name');
    table.text('description').comment('What it is about');
    table
      .specificType('owner_kind', "text generated always as ('team') stored")
      .comment('Constant; makes the foreign key of owner_id possible');
    key(table, 'owner_id').comment('Owning team');
    table
      .boolean('read_only')
      .notNullable()
      .comment('Shown to people only; requests may still write');
    table.specificType('requires', 'text[]').notNullable().comment('What its ontology requires');
    table
      .specificType('prefixes', 'json')
      .notNullable()
      .comment('Prefixes of its ontology, by which addresses are shortened');
    table
      .specificType('body', 'json')
      .notNullable()
      .comment('Members of the namespace that we do not know');
    table.binary('content_hash').comment('SHA-256 of what the ontology says; null without one');
    instant(table, 'created_at').notNullable().comment('When it was created');
    instant(table, 'updated_at').notNullable().comment('When it was last written');
    table.primary(['organization_id', 'id']);
    table
      .foreign(['organization_id', 'owner_kind', 'owner_id'], 'namespaces_owner')
      .references(['organization_id', 'kind', 'id'])
      .inTable('documents');
  });
  await knex.raw(`create index namespaces_by_owner on namespaces (organization_id, owner_id, id)
    where owner_id is not null`);
}

/** Adds the columns of rows that are deleted with their namespace. */
function ofNamespace(table: Knex.CreateTableBuilder, name: string): void {
  organizationUnchecked(table);
  key(table, 'namespace_id').notNullable().comment('Namespace that it belongs to');
  table
    .foreign(['organization_id', 'namespace_id'], name)
    .references(['organization_id', 'id'])
    .inTable('namespaces')
    .onDelete('CASCADE');
}

async function createRevisions(knex: Knex): Promise<void> {
  await knex.schema.createTable('namespace_revisions', (table) => {
    table.comment('Every revision of every ontology, as it was sent or merged');
    ofNamespace(table, 'namespace_revisions_namespace');
    table.integer('revision').notNullable().comment('Revision, from 1');
    table
      .integer('edition')
      .notNullable()
      .comment('Changes of the text of this revision that left its content equal');
    table.text('source').notNullable().comment('The YAML text');
    table.integer('concepts').notNullable().comment('How many concepts it has');
    key(table, 'merged_branch').comment('Branch that was merged, if that made it');
    instant(table, 'at').notNullable().comment('When it was written');
    table.text('principal').notNullable().comment('Who wrote it, e.g. api-key:<id>');
    table.primary(['organization_id', 'namespace_id', 'revision']);
  });
}

async function createConcepts(knex: Knex): Promise<void> {
  await knex.schema.createTable('namespace_concepts', (table) => {
    table.comment('What the ontologies say now, one row for each concept');
    ofNamespace(table, 'namespace_concepts_namespace');
    key(table, 'id').notNullable().comment('Identity: its id, else its name');
    key(table, 'name').notNullable().comment('Name, unique in the namespace');
    table.text('type').notNullable().comment('EntityType or ValueType');
    key(table, 'iri').comment(
      'Its IRI, without prefix; null when it is longer than 1000 characters',
    );
    table.integer('position').notNullable().comment('Place in the document, from 0');
    table.integer('revision').notNullable().comment('Revision that changed it last');
    table
      .specificType('relationship_ids', 'text[]')
      .notNullable()
      .comment('Its relationships by the ids under which they are read');
    table
      .specificType('body', 'json')
      .notNullable()
      .comment('Its fields and relationships, as domain/ontology/ontology.ts has them');
    table.binary('content_hash').notNullable().comment('SHA-256 of what it says');
    table.primary(['organization_id', 'namespace_id', 'id']);
  });
  await knex.raw(`create index namespace_concepts_by_iri on namespace_concepts (organization_id, iri)
    where iri is not null`);
  // Partial, so that no lookup by id chooses it (decision 0012); most concepts are identified by their name.
  await knex.raw(
    `create index namespace_concepts_by_name on namespace_concepts (organization_id, namespace_id, name) where name <> id`,
  );
}

async function createBranches(knex: Knex): Promise<void> {
  await knex.schema.createTable('ontology_branches', (table) => {
    table.comment('Branches of ontologies: changes that are not yet in their namespace');
    ofNamespace(table, 'ontology_branches_namespace');
    key(table, 'name').notNullable().comment('Name chosen by the caller');
    table
      .integer('base_revision')
      .notNullable()
      .comment('Revision of the namespace that it was cut from, or that its author has seen since');
    table
      .integer('base_edition')
      .notNullable()
      .comment('Edition of the text of that revision then; a later one was not seen by its author');
    table.integer('revision').notNullable().comment('Counts every change of the branch, from 1');
    table.text('source').comment('Its YAML text; null while it is that of the base revision');
    table.specificType('requires', 'text[]').notNullable().comment('What its ontology requires');
    key(table, 'owner_id').comment('Team that its ontology names as owner of the namespace');
    table
      .text('status')
      .notNullable()
      .checkIn(['open', 'conflicted', 'merged'], 'ontology_branches_status')
      .comment('open, conflicted or merged');
    table.specificType('conflicts', 'json').comment('What the last merge disagreed about');
    table.integer('conflict_revision').comment('Revision of the namespace that it disagreed with');
    table.integer('merged_revision').comment('Revision of the namespace that it was merged into');
    instant(table, 'created_at').notNullable().comment('When it was cut');
    instant(table, 'updated_at').notNullable().comment('When it was last written');
    table.primary(['organization_id', 'namespace_id', 'name']);
  });
}

async function createMerges(knex: Knex): Promise<void> {
  await knex.schema.createTable('ontology_merges', (table) => {
    table.comment('Requested merges of branches, and what came of them');
    organizationUnchecked(table);
    table.uuid('id').notNullable().comment('UUIDv7');
    key(table, 'namespace_id').notNullable().comment('Namespace that it goes into');
    key(table, 'branch').notNullable().comment('Branch that is merged');
    table.uuid('work_id').notNullable().comment('Work that does it');
    table.text('principal').notNullable().comment('Who asked for it');
    table.text('request_id').comment('Request that asked for it');
    table
      .text('outcome')
      .checkIn(['landed', 'conflicted', 'nothing', 'failed'], 'ontology_merges_outcome')
      .comment('What came of it; null while it is under way');
    table.integer('revision').comment('Revision that it made, or that it disagreed with');
    table.specificType('conflicts', 'json').comment('What it disagreed about');
    table.text('error').comment('Why it failed');
    instant(table, 'created_at').notNullable().comment('When it was asked for');
    instant(table, 'ended_at').comment('When it ended');
    table.primary(['organization_id', 'id']);
    table
      .foreign(['organization_id', 'namespace_id', 'branch'], 'ontology_merges_branch')
      .references(['organization_id', 'namespace_id', 'name'])
      .inTable('ontology_branches')
      .onDelete('CASCADE');
  });
  await knex.raw(`create unique index ontology_merges_open on ontology_merges (organization_id, namespace_id, branch)
    where outcome is null`);
  await knex.raw(`create index ontology_merges_by_branch on ontology_merges (organization_id, namespace_id, branch, id)
    where namespace_id <> ''`);
}

/** Number of documents per backfill step. */
const pageSize = 100;

type Linking = { organization_id: string; kind: string; id: string; body: string };

/** Fills in the links of existing contracts and products to concepts, as their next PUT would. */
export async function fillLinks(
  knex: Knex,
  wordsOf: (document: unknown) => string[] = linkWords,
): Promise<void> {
  let last: Linking | undefined;
  for (;;) {
    const rows = await readLinking(knex, last);
    if (rows.length === 0) return;
    for (const row of rows) await addWords(knex, row, wordsOf);
    last = rows.at(-1);
  }
}

async function readLinking(knex: Knex, last: Linking | undefined): Promise<Linking[]> {
  const { rows } = await knex.raw<{ rows: Linking[] }>(
    `select d.organization_id, d.kind, d.id, r.body::text as body
    from documents d join document_revisions r
      on r.organization_id = d.organization_id and r.kind = d.kind and r.id = d.id and r.revision = d.revision
    where d.kind in ('data-contract', 'data-product') and r.body::text like '%authoritativeDefinitions%'
      ${last ? 'and (d.organization_id, d.kind, d.id) > (?::uuid, ?, ?)' : ''}
    order by d.organization_id, d.kind, d.id limit ${pageSize}`,
    last ? [last.organization_id, last.kind, last.id] : [],
  );
  return rows;
}

async function addWords(
  knex: Knex,
  { organization_id, kind, id, body }: Linking,
  wordsOf: (document: unknown) => string[],
): Promise<void> {
  const words = wordsOf(JSON.parse(body)).map((word) => `'concept=${word}'`);
  if (words.length === 0) return;
  await knex.raw(
    `update documents set search = search || ?::tsvector where organization_id = ? and kind = ? and id = ?`,
    [words.join(' '), organization_id, kind, id],
  );
}
