import type { TypeDialect } from '../dialect.ts';

/**
 * Words that at least one dialect does not accept as a table or column name, besides those of the case-folding
 * dialects.
 */
const anywhere = words(`
  accessible account action add aggregate all alter always analyse analyze and anti any approximate_count array array_agg
  as asc asensitive asof assert_rows_modified asymmetric at authorization az64 backup before begin between bigint binary
  blanksasnull blob both break browse bulk by bytedict call cascade case cast change char character check checkpoint
  close clustered coalesce collate collation column columns compute concurrently condition confirm connect constraint
  contains containstable continue convert create credentials cross cube cume_dist current current_catalog current_date
  current_path current_role current_schema current_time current_timestamp current_user current_user_id cursor database
  databases date day_hour day_microsecond day_minute day_second dbcc deallocate dec decimal declare default deferrable
  deflate defrag delayed delete delete_domain_id delta dense_rank deny desc describe deterministic disable disk distinct distinctrow
  distributed div do do_domain_ids doubleprecision double drop dual dump each else elseif empty emptyasnull enable enclosed encode
  encrypt encryption end enforced enum errlvl escape escaped except exec execute exists exit explain explicit export
  extend external extract false fetch file fillfactor final first_value float float4 float8 following for force foreign
  format free freetext freetexttable freeze from full fulltext function general generated get glob global globaldict256
  globaldict64k goto grant group grouping groups gzip hash having high_priority holdlock hour_microsecond hour_minute
  hour_second identity identity_insert identitycol if ignore ignore_domain_ids ilike in index infile initially inner inout
  insensitive insert int int1 int2 int3 int4 int8 integer intersect interval into io_after_gtids io_before_gtids is isnull
  iterate join json_table key keys kill lag lambda language last_value lateral lead leading leave left like limit linear
  lineno lines listagg load local localtime localtimestamp lock long longblob longtext lookup loop low_priority lun luns
  lzo lzop manual map master_bind master_demote_to_replica master_demote_to_slave master_heartbeat_period master_ssl_verify_server_cert match maxvalue mediumblob mediumint
  mediumtext merge middleint minus minute_microsecond minute_second mod modifies mostly13 mostly32 mostly8 national
  natural nchar new no no_write_to_binlog nocheck nonclustered none not notnull nth_value ntile null nullif nulls numeric
  of off offline offset offsets oid old on only open opendatasource openquery openrowset openxml optimize optimizer_costs
  option optionally or order out outer outfile over overlaps overlay page_checksum parallel parse_vcol_expr partition
  percent percent_rank permissions pivot pivot_longer pivot_wider placing plan portion position positional preceding precision
  prepare primary print proc procedure proto public purge qualify raiserror range rank raw read read_write reads
  readtext real reconfigure recover recursive ref_system_id references referencing regexp release rename repeat replace
  replication require resignal respect restore restrict resource return returning revert revoke right rlike rollback
  rollup row row_number rowcount rowguidcol rownum rows rule save schema schemas second_microsecond securityaudit select
  semantickeyphrasetable semanticsimilaritydetailstable semanticsimilaritytable semi sensitive separator session_user set
  setof setuser show shutdown signal similar slow smallint snapshot some spatial specific sql sql_big_result sql_buffer_result sql_cache sql_no_cache
  sql_calc_found_rows sql_small_result sqlexception sqlstate sqlwarning ssl starting statistics stats_auto_recalc
  stats_persistent stats_sample_pages stored straight_join struct substring summarize symmetric sysdate system system_user
  table tablesample tag tdes terminated text255 text32k textsize then time timestamp tinyblob tinyint tinytext to top
  trailing tran transaction treat trigger trim true truncate truncatecolumns try_cast try_convert tsequal unbounded undo
  union unique unlock unnest unpack unpivot unsigned update updatetext usage use user using utc_date utc_time
  utc_timestamp values value varbinary varchar varcharacter variadic varying verbose view virtual waitfor wallet when
  where while window with within without write writetext xmlattributes xmlconcat xmlelement xmlexists xmlforest
  xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable xor year_month zerofill
`);

/** Dialects that fold unquoted names to capitals: only reserved words are quoted. */
const folding: Partial<Record<TypeDialect, ReadonlySet<string>>> = {
  snowflake: words(`
    account all alter and any as between by case cast check column connect connection constraint create cross current
    current_date current_time current_timestamp current_user database delete distinct drop else exists false following
    for from full grant group gscluster having ilike in increment inner insert intersect into is issue join lateral left
    like localtime localtimestamp minus natural not null of on or order organization qualify regexp revoke right rlike
    row rows sample schema select set some start table tablesample then to trigger true try_cast union unique update
    using values view when whenever where with
    primary foreign references
  `),
  oracle: words(`
    access add all alter and any as asc audit between by char check cluster column column_value comment compress connect
    create current date decimal default delete desc distinct drop else exclusive exists file float for from grant group
    having identified immediate in increment index initial insert integer intersect into is level like lock long
    maxextents minus mlslabel mode modify nested_table_id noaudit nocompress not nowait null number of offline on online
    option or order pctfree prior public raw rename resource revoke row rowid rownum rows select session set share size
    smallint start successful synonym sysdate table then to trigger uid union unique update user validate values varchar
    varchar2 view whenever where with
    primary foreign references
  `),
};

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** True if the dialect folds unquoted names to capitals. */
export function foldsNames(dialect: TypeDialect): boolean {
  return folding[dialect] !== undefined;
}

/** True if a name, in lower case, is a reserved word that the dialect must quote. */
export function isReserved(dialect: TypeDialect, name: string): boolean {
  return (folding[dialect] ?? anywhere).has(name);
}
