import type { Client } from 'pg';

export const contracts = 100_000;
export const products = 10_000;
const teams = 500;
const vocabulary = 4_000;

/** Words of three syllables, spread over the million combinations of a hundred syllables. */
const words = `
  create unlogged table bench_words as
  select n, s[1 + m % 100] || s[1 + m / 100 % 100] || s[1 + m / 10000 % 100] as word
  from generate_series(0, ${vocabulary - 1}) n, lateral (select n::bigint * 7368787 % 1000003 as m) x,
    (select array_agg(c || v order by c, v) as s from regexp_split_to_table('bcdfghjklmnprstvwxyz', '') c,
      regexp_split_to_table('aeiou', '') v) y`;

/** A tree of three levels: domains, and in them teams with their own teams. */
const insertTeams = (parents: string, which: string): string => `
  with drawn as (
    select n, 'team-' || n as id, ${parents} as parent, 'Team ' || w.word as name, w.word,
      case when n < 20 then 'Domain' else 'Team' end as type
    from generate_series(0, ${teams - 1}) n join bench_words w using (n) where ${which}),
  head as (
    insert into documents (organization_id, kind, id, revision, edition, owner_id, name, status, tags, search, content_hash,
      created_at, updated_at, archetype)
    select $1, 'team', id, 1, 0, parent, name, null, '{}',
      setweight(to_tsvector('simple', name), 'A') || array_to_tsvector(array['name=team', 'name=' || word]), '', now(), now(), type
    from drawn)
  insert into document_revisions (organization_id, kind, id, revision, edition, body, at, principal)
  select $1, 'team', id, 1, 0, json_strip_nulls(json_build_object('id', id, 'name', name, 'type', type, 'parent', parent)), now(), 'system'
  from drawn`;

/**
 * Contracts with a name of three words, a description of 15 and 20 fields: a word is in about 700 of them, and
 * usually in the name of 75; every description contains the word catalog. Each has two of 60 tags, and one of
 * five statuses.
 */
const insertContracts = `
  with drawn as (
    select n, (select array_agg(w.word order by k) from generate_series(1, 38) k
        join bench_words w on w.n = (g.n::bigint * 7919 + k * 104729 + (g.n % 977) * k * 31) % ${vocabulary}) as words,
      array['tag-' || n % 60, 'tag-' || (n / 60) % 60] as tags,
      case when n % 1000 = 0 then 'retired' when n % 10 = 0 then 'deprecated' else (array['active', 'draft', 'proposed'])[1 + n % 3] end as status
    from generate_series($2::int, $3::int) g(n)),
  written as (
    select n, tags, status, 'contract-' || n as id, initcap(array_to_string(words[1:3], ' ')) as name,
      array_to_string(words[4:18], ' ') || ' of the catalog' as description, words[19:38] as fields, words[1:3] as names
    from drawn),
  head as (
    insert into documents (organization_id, kind, id, revision, edition, owner_id, name, status, tags, search, content_hash,
      created_at, updated_at, description, version, classifications, concepts)
    select $1, 'data-contract', id, 1, 0, 'team-' || n % ${teams}, name, status, tags,
      setweight(to_tsvector('simple', name || ' ' || replace(id, '-', ' ')), 'A')
        || setweight(to_tsvector('simple', array_to_string(fields, ' ')), 'C')
        || setweight(to_tsvector('simple', description), 'D')
        || array_to_tsvector(array['status=' || status, 'tag=' || tags[1], 'tag=' || tags[2], 'name=contract', 'name=' || n,
          'name=' || names[1], 'name=' || names[2], 'name=' || names[3]]), '',
      now() + n * interval '1 ms', now() + (n * 7919 % ${contracts}) * interval '1 ms', description, '1.0.0',
      case n % 4 when 0 then array['personal'] when 1 then array['internal'] end,
      case when n % 10 = 0 then array['sales/concept-' || n % 300] end
    from written),
  quality as (
    insert into contract_quality (organization_id, data_contract_id, servers, result, timestamp_start, check_count,
      failed_checks, of_ports)
    select $1, id, jsonb_build_object('one', jsonb_build_object('id', 'result-' || n, 'result', case n % 5 when 0 then 'failed'
        else 'passed' end, 'at', (extract(epoch from now()) * 1000)::int8, 'checks', 44, 'failed', case n % 5 when 0 then 10 else 0 end)),
      case n % 5 when 0 then 'failed' else 'passed' end, now(), 44, case n % 5 when 0 then 10 else 0 end, false
    from written where n % 5 < 3)
  insert into document_revisions (organization_id, kind, id, revision, edition, body, at, principal)
  select $1, 'data-contract', id, 1, 0, json_build_object('apiVersion', 'v3.1.0', 'kind', 'DataContract', 'id', id,
      'name', name, 'version', '1.0.0', 'status', status, 'tags', tags, 'team', json_build_object('name', 'team-' || n % ${teams}),
      'description', json_build_object('purpose', description), 'schema', json_build_array(json_build_object('name', fields[1],
        'properties', (select json_agg(json_build_object('name', f, 'logicalType', 'string', 'physicalType', 'varchar(100)',
          'required', true, 'description', 'What ' || f || ' means to those who read it, and where it comes from: ' || md5(f || n)))
          from unnest(fields) f)))), now(), 'system'
  from written`;

/** Products with two output ports, each with a contract of the catalog. */
const insertProducts = `
  with drawn as (
    select g.n, 'product-' || g.n as id, initcap(w.word || ' ' || v.word) as name, array[w.word, v.word] as names,
      (array['postgres', 'csv', 'snowflake', 'kafka'])[1 + g.n % 4] as type
    from generate_series(0, ${products - 1}) g(n) join bench_words w on w.n = g.n * 7 % ${vocabulary}
    join bench_words v on v.n = g.n * 13 % ${vocabulary}),
  head as (
    insert into documents (organization_id, kind, id, revision, edition, owner_id, name, status, tags, search, content_hash,
      created_at, updated_at, description, port_types)
    select $1, 'data-product', id, 1, 0, 'team-' || n % ${teams}, name, 'active', array['tag-' || n % 60],
      setweight(to_tsvector('simple', name || ' ' || replace(id, '-', ' ')), 'A')
        || setweight(to_tsvector('simple', 'a product of the catalog'), 'D')
        || array_to_tsvector(array['status=active', 'tag=tag-' || n % 60, 'port=' || type, 'name=product', 'name=' || n,
          'name=' || names[1], 'name=' || names[2]]), '', now(), now() + n * interval '1 ms', 'A product of the catalog', array[type]
    from drawn),
  reference as (
    insert into document_references (organization_id, kind, id, role, target_kind, target_id)
    select $1, 'data-product', id, 'output-port', 'data-contract', 'contract-' || (n * 10 + port)
    from drawn cross join generate_series(0, 1) port)
  insert into document_revisions (organization_id, kind, id, revision, edition, body, at, principal)
  select $1, 'data-product', id, 1, 0, json_build_object('apiVersion', 'v1.0.0', 'kind', 'DataProduct', 'id', id, 'name', name,
      'status', 'active', 'team', json_build_object('name', 'team-' || n % ${teams}), 'outputPorts', (
        select json_agg(json_build_object('name', 'port-' || port, 'version', '1.0.0', 'type', type,
          'contractId', 'contract-' || (n * 10 + port))) from generate_series(0, 1) port)), now(), 'system'
  from drawn`;

/** Fills the catalog of an organization with teams, contracts of about 4 kB and products, as API writes would. */
export async function createCatalog(client: Client, organizationId: string): Promise<void> {
  await client.query(words);
  const levels = [
    insertTeams('null::text', 'n < 20'),
    insertTeams(`'team-' || n % 20`, 'n between 20 and 199'),
    insertTeams(`'team-' || (20 + n % 180)`, 'n >= 200'),
  ];
  for (const level of levels) await client.query(level, [organizationId]);
  const step = 10_000;
  for (let first = 0; first < contracts; first += step) {
    await client.query(insertContracts, [organizationId, first, first + step - 1]);
  }
  await client.query(insertProducts, [organizationId]);
  await client.query('vacuum analyze documents');
  for (const table of ['document_revisions', 'document_references', 'contract_quality'])
    await client.query(`vacuum analyze ${table}`);
}
