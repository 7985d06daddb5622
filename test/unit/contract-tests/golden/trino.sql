-- text varchar(100) {"kind":"not-missing"}
select count(*) filter (where "text" is null) as "count_0"
from t;

-- text varchar(100) {"kind":"not-missing-values","values":["","N/A",0]}
select count(*) filter (where "text" is null or "text" in ('', 'N/A', '0')) as "count_0"
from t;

-- text varchar(100) {"kind":"min-length","length":2}
select count(*) filter (where length("text") < 2) as "count_0"
from t;

-- whole bigint {"kind":"max-length","length":9}
select count(*) filter (where length(cast("whole" as varchar)) > 9) as "count_0"
from t;

-- text varchar(100) {"kind":"pattern","pattern":"^ORD-[0-9]{4,6}$"}
select count(*) filter (where not regexp_like("text", '^ORD-[0-9]{4,6}$')) as "count_0"
from t;

-- text varchar(100) {"kind":"pattern","pattern":"^[A-Z]{2}\\d+$"}
select count(*) filter (where not regexp_like("text", '^[A-Z]{2}\d+$')) as "count_0"
from t;

-- flag boolean {"kind":"pattern","pattern":"true|false"}
select count(*) filter (where not regexp_like(cast("flag" as varchar), 'true|false')) as "count_0"
from t;

-- text varchar(100) {"kind":"format","format":"uuid"}
select count(*) filter (where not regexp_like("text", '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}\z')) as "count_0"
from t;

-- text varchar(100) {"kind":"format","format":"email"}
select count(*) filter (where not regexp_like("text", '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?([.][A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*\z')) as "count_0"
from t;

-- text varchar(100) {"kind":"format","format":"ipv4"}
select count(*) filter (where not regexp_like("text", '^(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}\z')) as "count_0"
from t;

-- text varchar(100) {"kind":"format","format":"ipv6"}
select count(*) filter (where not regexp_like("text", '^(([0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}|([0-9A-Fa-f]{1,4}:){1,7}:|([0-9A-Fa-f]{1,4}:){1,1}(:[0-9A-Fa-f]{1,4}){1,6}|([0-9A-Fa-f]{1,4}:){1,2}(:[0-9A-Fa-f]{1,4}){1,5}|([0-9A-Fa-f]{1,4}:){1,3}(:[0-9A-Fa-f]{1,4}){1,4}|([0-9A-Fa-f]{1,4}:){1,4}(:[0-9A-Fa-f]{1,4}){1,3}|([0-9A-Fa-f]{1,4}:){1,5}(:[0-9A-Fa-f]{1,4}){1,2}|([0-9A-Fa-f]{1,4}:){1,6}(:[0-9A-Fa-f]{1,4}){1,1}|:((:[0-9A-Fa-f]{1,4}){1,7}|:)|([0-9A-Fa-f]{1,4}:){6}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}|::([0-9A-Fa-f]{1,4}:){0,5}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}|([0-9A-Fa-f]{1,4}:){1}:([0-9A-Fa-f]{1,4}:){0,4}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}|([0-9A-Fa-f]{1,4}:){2}:([0-9A-Fa-f]{1,4}:){0,3}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}|([0-9A-Fa-f]{1,4}:){3}:([0-9A-Fa-f]{1,4}:){0,2}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}|([0-9A-Fa-f]{1,4}:){4}:([0-9A-Fa-f]{1,4}:){0,1}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}|([0-9A-Fa-f]{1,4}:){5}:([0-9A-Fa-f]{1,4}:){0,0}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\z')) as "count_0"
from t;

-- text varchar(100) {"kind":"format","format":"hostname"}
select count(*) filter (where not regexp_like("text", '^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?([.][A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*\z')) as "count_0"
from t;

-- text varchar(100) {"kind":"format","format":"uri"}
select count(*) filter (where not regexp_like("text", '^[A-Za-z][A-Za-z0-9+.-]*:([A-Za-z0-9._~:/?#@!$&''()*+,;=-]|%[0-9A-Fa-f][0-9A-Fa-f]|\[|\])+\z')) as "count_0"
from t;

-- text varchar(100) {"kind":"format","format":"byte"}
select count(*) filter (where not regexp_like("text", '^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?\z')) as "count_0"
from t;

-- text varchar(100) {"kind":"format","format":"binary"}
select count(*) filter (where 1 = 0) as "count_0"
from t;

-- text varchar(100) {"kind":"date-format","format":"yyyy-MM-dd"}
select count(*) filter (where not regexp_like("text", '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])\z')) as "count_0"
from t;

-- day date {"kind":"date-format","format":"yyyy-MM-dd"}
select count(*) filter (where 1 = 0) as "count_0"
from t;

-- whole bigint {"kind":"minimum","bound":-5}
select count(*) filter (where "whole" < -5) as "count_0"
from t;

-- amount double {"kind":"maximum","bound":1.5}
select count(*) filter (where not ("amount" <= 1.5)) as "count_0"
from t;

-- text varchar(100) {"kind":"minimum","bound":"b"}
select count(*) filter (where "text" < 'b') as "count_0"
from t;

-- day date {"kind":"minimum","bound":"2026-01-01"}
select count(*) filter (where "day" < date '2026-01-01') as "count_0"
from t;

-- at timestamp(3) with time zone {"kind":"maximum","bound":"2026-01-01T10:00:00Z"}
select count(*) filter (where not ("at" <= from_iso8601_timestamp('2026-01-01T10:00:00Z'))) as "count_0"
from t;

-- local_at timestamp(3) {"kind":"maximum","bound":"2026-01-01 10:00:00"}
select count(*) filter (where not ("local_at" <= from_iso8601_timestamp('2026-01-01T10:00:00'))) as "count_0"
from t;

-- clock time(3) {"kind":"maximum","bound":"10:00:00"}
select count(*) filter (where not ("clock" <= time '10:00:00')) as "count_0"
from t;

-- amount double {"kind":"not-equal","value":0}
select count(*) filter (where "amount" = 0) as "count_0"
from t;

-- text varchar(100) {"kind":"one-of","values":["a","it's \\ \"quoted\" \\' -- `;\n\\\n${x}",5,true]}
select count(*) filter (where "text" not in ('a', 'it''s \ "quoted" \'' -- `;
\
${x}', '5', 'true')) as "count_0"
from t;

-- whole bigint {"kind":"one-of","values":[1,2]}
select count(*) filter (where "whole" not in (1, 2)) as "count_0"
from t;

-- flag boolean {"kind":"one-of","values":[true]}
select count(*) filter (where "flag" not in (true)) as "count_0"
from t;

-- text varchar(100) {"kind":"valid","values":["a"],"pattern":"b"}
select count(*) filter (where "text" not in ('a') or not regexp_like("text", 'b')) as "count_0"
from t;

-- whole bigint {"kind":"multiple-of","divisor":5}
select count(*) filter (where not coalesce(cast(try_cast("whole" as decimal(38, 10)) as double) = cast("whole" as double) and mod(try_cast("whole" as decimal(38, 10)), 5) = 0, "whole" is null)) as "count_0"
from t;

-- amount double {"kind":"multiple-of","divisor":0.1}
select count(*) filter (where not coalesce(cast(try_cast("amount" as decimal(38, 10)) as double) = cast("amount" as double) and mod(try_cast("amount" as decimal(38, 10)), 0.1) = 0, "amount" is null)) as "count_0"
from t;

-- words array(varchar) {"kind":"min-items","count":1}
select count(*) filter (where cardinality("words") < 1) as "count_0"
from t;

-- words array(varchar) {"kind":"max-items","count":3}
select count(*) filter (where cardinality("words") > 3) as "count_0"
from t;

-- words array(varchar) {"kind":"unique-items"}
select count(*) filter (where cardinality(array_distinct("words")) < cardinality("words")) as "count_0"
from t;

-- words array(varchar) {"kind":"min-length","length":1} []
select count(*) filter (where any_match("words", item_1 -> length(item_1) < 1)) as "count_0"
from t;

-- words array(varchar) {"kind":"not-missing"} []
select count(*) filter (where any_match("words", item_1 -> item_1 is null)) as "count_0"
from t;

-- document json {"kind":"min-properties","count":1}
select count(*) filter (where cardinality(try_cast("document" as map(varchar, json))) < 1) as "count_0"
from t;

-- prices map(varchar, double) {"kind":"max-properties","count":9}
select count(*) filter (where cardinality("prices") > 9) as "count_0"
from t;

-- address row(city varchar, lines array(row(number integer))) {"kind":"max-properties","count":9}
select count(*) filter (where case when "address" is not null then 2 end > 9) as "count_0"
from t;

-- document json {"kind":"has-member","member":"city"}
select count(*) filter (where "document" is not null and not contains(map_keys(try_cast("document" as map(varchar, json))), 'city')) as "count_0"
from t;

-- address row(city varchar, lines array(row(number integer))) {"kind":"has-member","member":"City"}
select count(*) filter (where "address" is not null and not 1 = 1) as "count_0"
from t;

-- address row(city varchar, lines array(row(number integer))) {"kind":"has-member","member":"street"}
select count(*) filter (where "address" is not null and not 1 = 0) as "count_0"
from t;

-- prices map(varchar, double) {"kind":"has-member","member":"eur"}
select count(*) filter (where "prices" is not null and not contains(map_keys("prices"), 'eur')) as "count_0"
from t;

-- document json {"kind":"not-missing"} .city
select count(*) filter (where not ("document" is null) and nullif(json_extract("document", '$["city"]'), json 'null') is null) as "count_0"
from t;

-- document json {"kind":"pattern","pattern":"^B"} .city
select count(*) filter (where not regexp_like(coalesce(json_extract_scalar(nullif(json_extract("document", '$["city"]'), json 'null'), '$'), json_format(nullif(json_extract("document", '$["city"]'), json 'null'))), '^B')) as "count_0"
from t;

-- document json {"kind":"minimum","bound":1} .floor
select count(*) filter (where case when regexp_like(json_format(nullif(json_extract("document", '$["floor"]'), json 'null')), '^[-0-9]') then cast(nullif(json_extract("document", '$["floor"]'), json 'null') as double) end < 1) as "count_0"
from t;

-- document json {"kind":"maximum","bound":"2026-01-01"} .since
select count(*) filter (where not (case when regexp_like(json_format(nullif(json_extract("document", '$["since"]'), json 'null')), '^"') and regexp_like(json_extract_scalar(nullif(json_extract("document", '$["since"]'), json 'null'), '$'), '^([1-9][0-9]{3}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|(([0-9]{2}(0[48]|[2468][048]|[13579][26]))|(0[48]|[2468][048]|[13579][26])00)-02-29)\z') then try_cast(json_extract_scalar(nullif(json_extract("document", '$["since"]'), json 'null'), '$') as date) end <= date '2026-01-01')) as "count_0"
from t;

-- document json {"kind":"maximum","bound":"2026-01-01T00:00:00Z"} .at
select count(*) filter (where not (case when regexp_like(json_format(nullif(json_extract("document", '$["at"]'), json 'null')), '^"') and regexp_like(json_extract_scalar(nullif(json_extract("document", '$["at"]'), json 'null'), '$'), '^([1-9][0-9]{3}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|(([0-9]{2}(0[48]|[2468][048]|[13579][26]))|(0[48]|[2468][048]|[13579][26])00)-02-29)([T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?(Z|z|[+-](0[0-9]|1[0-4]):[0-5][0-9])?)?\z') then try(from_iso8601_timestamp(replace(json_extract_scalar(nullif(json_extract("document", '$["at"]'), json 'null'), '$'), ' ', 'T'))) end <= from_iso8601_timestamp('2026-01-01T00:00:00Z'))) as "count_0"
from t;

-- document json {"kind":"one-of","values":[true]} .open
select count(*) filter (where case when regexp_like(json_format(nullif(json_extract("document", '$["open"]'), json 'null')), '^[tf]') then cast(nullif(json_extract("document", '$["open"]'), json 'null') as boolean) end not in (true) or (nullif(json_extract("document", '$["open"]'), json 'null') is not null and case when regexp_like(json_format(nullif(json_extract("document", '$["open"]'), json 'null')), '^[tf]') then cast(nullif(json_extract("document", '$["open"]'), json 'null') as boolean) end is null)) as "count_0"
from t;

-- document json {"kind":"castable","logicalType":"integer"} .floor
select count(*) filter (where nullif(json_extract("document", '$["floor"]'), json 'null') is not null and case when case when regexp_like(json_format(nullif(json_extract("document", '$["floor"]'), json 'null')), '^[-0-9]') then cast(nullif(json_extract("document", '$["floor"]'), json 'null') as double) = floor(cast(nullif(json_extract("document", '$["floor"]'), json 'null') as double)) end then 0 else 1 end = 1) as "count_0"
from t;

-- document json {"kind":"castable","logicalType":"number"} .size
select count(*) filter (where nullif(json_extract("document", '$["size"]'), json 'null') is not null and case when regexp_like(json_format(nullif(json_extract("document", '$["size"]'), json 'null')), '^[-0-9]') then 0 else 1 end = 1) as "count_0"
from t;

-- document json {"kind":"castable","logicalType":"boolean"} .open
select count(*) filter (where nullif(json_extract("document", '$["open"]'), json 'null') is not null and case when regexp_like(json_format(nullif(json_extract("document", '$["open"]'), json 'null')), '^[tf]') then 0 else 1 end = 1) as "count_0"
from t;

-- document json {"kind":"castable","logicalType":"string"} .city
select count(*) filter (where nullif(json_extract("document", '$["city"]'), json 'null') is not null and case when regexp_like(json_format(nullif(json_extract("document", '$["city"]'), json 'null')), '^"') then 0 else 1 end = 1) as "count_0"
from t;

-- document json {"kind":"castable","logicalType":"date"} .since
select count(*) filter (where nullif(json_extract("document", '$["since"]'), json 'null') is not null and case when regexp_like(json_format(nullif(json_extract("document", '$["since"]'), json 'null')), '^"') and regexp_like(json_extract_scalar(nullif(json_extract("document", '$["since"]'), json 'null'), '$'), '^([1-9][0-9]{3}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|(([0-9]{2}(0[48]|[2468][048]|[13579][26]))|(0[48]|[2468][048]|[13579][26])00)-02-29)\z') then 0 else 1 end = 1) as "count_0"
from t;

-- document json {"kind":"castable","logicalType":"time"} .opens
select count(*) filter (where nullif(json_extract("document", '$["opens"]'), json 'null') is not null and case when regexp_like(json_format(nullif(json_extract("document", '$["opens"]'), json 'null')), '^"') and regexp_like(json_extract_scalar(nullif(json_extract("document", '$["opens"]'), json 'null'), '$'), '^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?(Z|z|[+-](0[0-9]|1[0-4]):[0-5][0-9])?\z') then 0 else 1 end = 1) as "count_0"
from t;

-- document json {"kind":"castable","logicalType":"timestamp"} .at
select count(*) filter (where nullif(json_extract("document", '$["at"]'), json 'null') is not null and case when regexp_like(json_format(nullif(json_extract("document", '$["at"]'), json 'null')), '^"') and regexp_like(json_extract_scalar(nullif(json_extract("document", '$["at"]'), json 'null'), '$'), '^([1-9][0-9]{3}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|(([0-9]{2}(0[48]|[2468][048]|[13579][26]))|(0[48]|[2468][048]|[13579][26])00)-02-29)([T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?(Z|z|[+-](0[0-9]|1[0-4]):[0-5][0-9])?)?\z') then 0 else 1 end = 1) as "count_0"
from t;

-- document json {"kind":"castable","logicalType":"array"} .tags
select count(*) filter (where nullif(json_extract("document", '$["tags"]'), json 'null') is not null and case when regexp_like(json_format(nullif(json_extract("document", '$["tags"]'), json 'null')), '^\[') then 0 else 1 end = 1) as "count_0"
from t;

-- document json {"kind":"castable","logicalType":"object"} .owner
select count(*) filter (where nullif(json_extract("document", '$["owner"]'), json 'null') is not null and case when regexp_like(json_format(nullif(json_extract("document", '$["owner"]'), json 'null')), '^\{') then 0 else 1 end = 1) as "count_0"
from t;

-- document json {"kind":"multiple-of","divisor":0.5} .size
select count(*) filter (where not coalesce(cast(try_cast(case when regexp_like(json_format(nullif(json_extract("document", '$["size"]'), json 'null')), '^[-0-9]') then cast(nullif(json_extract("document", '$["size"]'), json 'null') as double) end as decimal(38, 10)) as double) = cast(case when regexp_like(json_format(nullif(json_extract("document", '$["size"]'), json 'null')), '^[-0-9]') then cast(nullif(json_extract("document", '$["size"]'), json 'null') as double) end as double) and mod(try_cast(case when regexp_like(json_format(nullif(json_extract("document", '$["size"]'), json 'null')), '^[-0-9]') then cast(nullif(json_extract("document", '$["size"]'), json 'null') as double) end as decimal(38, 10)), 0.5) = 0, case when regexp_like(json_format(nullif(json_extract("document", '$["size"]'), json 'null')), '^[-0-9]') then cast(nullif(json_extract("document", '$["size"]'), json 'null') as double) end is null)) as "count_0"
from t;

-- document json {"kind":"unique-items"} .tags
select count(*) filter (where cardinality(array_distinct(try_cast(nullif(json_extract("document", '$["tags"]'), json 'null') as array(json)))) < cardinality(try_cast(nullif(json_extract("document", '$["tags"]'), json 'null') as array(json)))) as "count_0"
from t;

-- document json {"kind":"max-length","length":9} .tags []
select count(*) filter (where any_match(try_cast(nullif(json_extract("document", '$["tags"]'), json 'null') as array(json)), item_1 -> length(coalesce(json_extract_scalar(nullif(item_1, json 'null'), '$'), json_format(nullif(item_1, json 'null')))) > 9)) as "count_0"
from t;

-- document json {"kind":"not-missing"} .o'dd"\
select count(*) filter (where not ("document" is null) and nullif(json_extract("document", '$["o''dd\"\\"]'), json 'null') is null) as "count_0"
from t;

-- document json {"kind":"not-missing"} .owner .address .o'dd"\
select count(*) filter (where not (nullif(json_extract(nullif(json_extract("document", '$["owner"]'), json 'null'), '$["address"]'), json 'null') is null) and nullif(json_extract(nullif(json_extract(nullif(json_extract("document", '$["owner"]'), json 'null'), '$["address"]'), json 'null'), '$["o''dd\"\\"]'), json 'null') is null) as "count_0"
from t;

-- address row(city varchar, lines array(row(number integer))) {"kind":"min-length","length":1} .city
select count(*) filter (where length("address"."city") < 1) as "count_0"
from t;

-- address row(city varchar, lines array(row(number integer))) {"kind":"minimum","bound":1} .lines [] .number
select count(*) filter (where any_match("address"."lines", item_1 -> item_1."number" < 1)) as "count_0"
from t;

-- document json {"kind":"minimum","bound":1} [] [] .number
select count(*) filter (where any_match(try_cast("document" as array(json)), item_1 -> any_match(try_cast(nullif(item_1, json 'null') as array(json)), item_2 -> case when regexp_like(json_format(nullif(json_extract(nullif(item_2, json 'null'), '$["number"]'), json 'null')), '^[-0-9]') then cast(nullif(json_extract(nullif(item_2, json 'null'), '$["number"]'), json 'null') as double) end < 1))) as "count_0"
from t;

-- prices map(varchar, double) {"kind":"minimum","bound":0} .eur
select count(*) filter (where element_at("prices", 'eur') < 0) as "count_0"
from t;

-- duplicates
select count(*) as "duplicate_count"
from (select count(*) as "group_size"
from t
group by "text", "whole"
having count(*) > 1) duplicate_groups;

-- duplicates with rows
select sum(case when "group_size" > 1 then 1 else 0 end) as "duplicate_count", sum("group_size") as "row_count"
from (select count(*) as "group_size"
from t
group by "document", "words") all_groups;

-- duplicate samples
select substr("text", 1, 201) as "text", count(*) as "duplicate_count"
from t
group by "text"
having count(*) > 1
order by count(*) desc
limit 5;

-- orphans
select count(*) as "orphan_count"
from (select "text" as "key_0"
from t
where "text" is not null) child_rows
where not exists (select 1 from (select "text" as "key_0"
from p) parent_rows where parent_rows."key_0" = child_rows."key_0");

-- orphan samples
select child_rows."shown_0" as "text"
from (select "text" as "key_0", substr("text", 1, 201) as "shown_0"
from t
where "text" is not null) child_rows
where not exists (select 1 from (select "text" as "key_0"
from p) parent_rows where parent_rows."key_0" = child_rows."key_0")
limit 5;

-- frequency
select max("moment") as "newest", max("gap") as "largest_gap"
from (select "moment" as "moment", "moment" - lag("moment") over (order by "moment") as "gap"
from (select to_unixtime("at") as "moment"
from t
where to_unixtime("at") is not null
group by to_unixtime("at")) moments) gaps;

-- texts
select "text" as "text", cast("whole" as varchar) as "whole", cast("amount" as varchar) as "amount", cast("flag" as varchar) as "flag", cast("day" as varchar) as "day", cast("at" as varchar) as "at", cast("local_at" as varchar) as "local_at", cast("clock" as varchar) as "clock", coalesce(json_extract_scalar("document", '$'), json_format("document")) as "document", json_format(cast("words" as json)) as "words", json_format(cast("address" as json)) as "address", json_format(cast("prices" as json)) as "prices"
from t
where 1 = 1
limit 5;

-- one scan
select count(*) as "row_count",
  max(to_unixtime("local_at")) as "newest",
  min(to_unixtime(cast("day" as timestamp))) as "oldest",
  count(*) filter (where cardinality("words") > 1) as "count_1",
  count(*) filter (where 1 = 0) as "o""dd]`name"
from t;
