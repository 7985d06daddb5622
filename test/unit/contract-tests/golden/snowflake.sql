-- text VARCHAR(100) {"kind":"not-missing"}
select count_if("text" is null) as "count_0"
from t;

-- text VARCHAR(100) {"kind":"not-missing-values","values":["","N/A",0]}
select count_if("text" is null or "text" in ('', 'N/A', '0')) as "count_0"
from t;

-- text VARCHAR(100) {"kind":"min-length","length":2}
select count_if(length("text") < 2) as "count_0"
from t;

-- whole NUMBER(38,0) {"kind":"max-length","length":9}
select count_if(length(to_varchar("whole")) > 9) as "count_0"
from t;

-- text VARCHAR(100) {"kind":"pattern","pattern":"^ORD-[0-9]{4,6}$"}
select count_if(not regexp_instr("text", '^ORD-[0-9]{4,6}$') > 0) as "count_0"
from t;

-- text VARCHAR(100) {"kind":"pattern","pattern":"^[A-Z]{2}\\d+$"}
select count_if(not regexp_instr("text", '^[A-Z]{2}\\d+$') > 0) as "count_0"
from t;

-- flag BOOLEAN {"kind":"pattern","pattern":"true|false"}
select count_if(not regexp_instr(to_varchar("flag"), 'true|false') > 0) as "count_0"
from t;

-- text VARCHAR(100) {"kind":"format","format":"uuid"}
select count_if(not regexp_like("text", '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$')) as "count_0"
from t;

-- text VARCHAR(100) {"kind":"format","format":"email"}
select count_if(not regexp_like("text", '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?([.][A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$')) as "count_0"
from t;

-- text VARCHAR(100) {"kind":"format","format":"ipv4"}
select count_if(not regexp_like("text", '^(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}$')) as "count_0"
from t;

-- text VARCHAR(100) {"kind":"format","format":"ipv6"}
select count_if(not regexp_like("text", '^(([0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}|([0-9A-Fa-f]{1,4}:){1,7}:|([0-9A-Fa-f]{1,4}:){1,1}(:[0-9A-Fa-f]{1,4}){1,6}|([0-9A-Fa-f]{1,4}:){1,2}(:[0-9A-Fa-f]{1,4}){1,5}|([0-9A-Fa-f]{1,4}:){1,3}(:[0-9A-Fa-f]{1,4}){1,4}|([0-9A-Fa-f]{1,4}:){1,4}(:[0-9A-Fa-f]{1,4}){1,3}|([0-9A-Fa-f]{1,4}:){1,5}(:[0-9A-Fa-f]{1,4}){1,2}|([0-9A-Fa-f]{1,4}:){1,6}(:[0-9A-Fa-f]{1,4}){1,1}|:((:[0-9A-Fa-f]{1,4}){1,7}|:)|([0-9A-Fa-f]{1,4}:){6}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}|::([0-9A-Fa-f]{1,4}:){0,5}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}|([0-9A-Fa-f]{1,4}:){1}:([0-9A-Fa-f]{1,4}:){0,4}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}|([0-9A-Fa-f]{1,4}:){2}:([0-9A-Fa-f]{1,4}:){0,3}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}|([0-9A-Fa-f]{1,4}:){3}:([0-9A-Fa-f]{1,4}:){0,2}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}|([0-9A-Fa-f]{1,4}:){4}:([0-9A-Fa-f]{1,4}:){0,1}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}|([0-9A-Fa-f]{1,4}:){5}:([0-9A-Fa-f]{1,4}:){0,0}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$')) as "count_0"
from t;

-- text VARCHAR(100) {"kind":"format","format":"hostname"}
select count_if(not regexp_like("text", '^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?([.][A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$')) as "count_0"
from t;

-- text VARCHAR(100) {"kind":"format","format":"uri"}
select count_if(not regexp_like("text", '^[A-Za-z][A-Za-z0-9+.-]*:([A-Za-z0-9._~:/?#@!$&''()*+,;=-]|%[0-9A-Fa-f][0-9A-Fa-f]|\\[|\\])+$')) as "count_0"
from t;

-- text VARCHAR(100) {"kind":"format","format":"byte"}
select count_if(not regexp_like("text", '^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$')) as "count_0"
from t;

-- text VARCHAR(100) {"kind":"format","format":"binary"}
select count_if(1 = 0) as "count_0"
from t;

-- text VARCHAR(100) {"kind":"date-format","format":"yyyy-MM-dd"}
select count_if(not regexp_like("text", '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$')) as "count_0"
from t;

-- day DATE {"kind":"date-format","format":"yyyy-MM-dd"}
select count_if(1 = 0) as "count_0"
from t;

-- whole NUMBER(38,0) {"kind":"minimum","bound":-5}
select count_if("whole" < -5) as "count_0"
from t;

-- amount FLOAT {"kind":"maximum","bound":1.5}
select count_if(not ("amount" <= 1.5)) as "count_0"
from t;

-- text VARCHAR(100) {"kind":"minimum","bound":"b"}
select count_if("text" < 'b') as "count_0"
from t;

-- day DATE {"kind":"minimum","bound":"2026-01-01"}
select count_if("day" < cast('2026-01-01' as date)) as "count_0"
from t;

-- at TIMESTAMP_TZ(9) {"kind":"maximum","bound":"2026-01-01T10:00:00Z"}
select count_if(not ("at" <= cast('2026-01-01T10:00:00Z' as timestamp_tz))) as "count_0"
from t;

-- local_at TIMESTAMP_NTZ(9) {"kind":"maximum","bound":"2026-01-01 10:00:00"}
select count_if(not ("local_at" <= cast('2026-01-01 10:00:00' as timestamp_tz))) as "count_0"
from t;

-- clock TIME(9) {"kind":"maximum","bound":"10:00:00"}
select count_if(not ("clock" <= cast('10:00:00' as time))) as "count_0"
from t;

-- amount FLOAT {"kind":"not-equal","value":0}
select count_if("amount" = 0) as "count_0"
from t;

-- text VARCHAR(100) {"kind":"one-of","values":["a","it's \\ \"quoted\" \\' -- `;\n\\\n${x}",5,true]}
select count_if("text" not in ('a', 'it''s \\ "quoted" \\'' -- `;
\\
${x}', '5', 'true')) as "count_0"
from t;

-- whole NUMBER(38,0) {"kind":"one-of","values":[1,2]}
select count_if("whole" not in (1, 2)) as "count_0"
from t;

-- flag BOOLEAN {"kind":"one-of","values":[true]}
select count_if("flag" not in (true)) as "count_0"
from t;

-- text VARCHAR(100) {"kind":"valid","values":["a"],"pattern":"b"}
select count_if("text" not in ('a') or not regexp_instr("text", 'b') > 0) as "count_0"
from t;

-- whole NUMBER(38,0) {"kind":"multiple-of","divisor":5}
select count_if(not coalesce(cast(try_to_decimal(to_varchar("whole"), 38, 10) as double) = cast("whole" as double) and mod(try_to_decimal(to_varchar("whole"), 38, 10), 5) = 0, "whole" is null)) as "count_0"
from t;

-- amount FLOAT {"kind":"multiple-of","divisor":0.1}
select count_if(not coalesce(cast(try_to_decimal(to_varchar("amount"), 38, 10) as double) = cast("amount" as double) and mod(try_to_decimal(to_varchar("amount"), 38, 10), 0.1) = 0, "amount" is null)) as "count_0"
from t;

-- words ARRAY {"kind":"min-items","count":1}
select count_if(array_size("words") < 1) as "count_0"
from t;

-- words ARRAY {"kind":"max-items","count":3}
select count_if(array_size("words") > 3) as "count_0"
from t;

-- words ARRAY {"kind":"unique-items"}
select count_if(array_size(array_distinct("words")) < array_size("words")) as "count_0"
from t;

-- words ARRAY {"kind":"min-length","length":1} []
select count_if(array_size(filter("words", item_1 -> length(to_varchar(strip_null_value(item_1))) < 1)) > 0) as "count_0"
from t;

-- words ARRAY {"kind":"not-missing"} []
select count_if(array_size(filter("words", item_1 -> strip_null_value(item_1) is null)) > 0) as "count_0"
from t;

-- document VARIANT {"kind":"min-properties","count":1}
select count_if(array_size(object_keys(as_object("document"))) < 1) as "count_0"
from t;

-- prices MAP(VARCHAR, FLOAT) {"kind":"max-properties","count":9}
select count_if(map_size("prices") > 9) as "count_0"
from t;

-- address OBJECT(city VARCHAR, lines ARRAY(OBJECT(number NUMBER(38,0)))) {"kind":"max-properties","count":9}
select count_if(array_size(object_keys("address")) > 9) as "count_0"
from t;

-- document VARIANT {"kind":"has-member","member":"city"}
select count_if("document" is not null and not array_contains(to_variant('city'), object_keys(as_object("document")))) as "count_0"
from t;

-- address OBJECT(city VARCHAR, lines ARRAY(OBJECT(number NUMBER(38,0)))) {"kind":"has-member","member":"City"}
select count_if("address" is not null and not 1 = 1) as "count_0"
from t;

-- address OBJECT(city VARCHAR, lines ARRAY(OBJECT(number NUMBER(38,0)))) {"kind":"has-member","member":"street"}
select count_if("address" is not null and not 1 = 0) as "count_0"
from t;

-- prices MAP(VARCHAR, FLOAT) {"kind":"has-member","member":"eur"}
select count_if("prices" is not null and not map_contains_key('eur', "prices")) as "count_0"
from t;

-- document VARIANT {"kind":"not-missing"} .city
select count_if(not ("document" is null) and strip_null_value(get("document", 'city')) is null) as "count_0"
from t;

-- document VARIANT {"kind":"pattern","pattern":"^B"} .city
select count_if(not regexp_instr(to_varchar(strip_null_value(get("document", 'city'))), '^B') > 0) as "count_0"
from t;

-- document VARIANT {"kind":"minimum","bound":1} .floor
select count_if(case when typeof(strip_null_value(get("document", 'floor'))) in ('INTEGER', 'DECIMAL', 'DOUBLE') then to_double(strip_null_value(get("document", 'floor'))) end < 1) as "count_0"
from t;

-- document VARIANT {"kind":"maximum","bound":"2026-01-01"} .since
select count_if(not (case when typeof(strip_null_value(get("document", 'since'))) = 'VARCHAR' and regexp_like(to_varchar(strip_null_value(get("document", 'since'))), '^([1-9][0-9]{3}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|(([0-9]{2}(0[48]|[2468][048]|[13579][26]))|(0[48]|[2468][048]|[13579][26])00)-02-29)$') then try_to_date(to_varchar(strip_null_value(get("document", 'since')))) end <= cast('2026-01-01' as date))) as "count_0"
from t;

-- document VARIANT {"kind":"maximum","bound":"2026-01-01T00:00:00Z"} .at
select count_if(not (case when typeof(strip_null_value(get("document", 'at'))) = 'VARCHAR' and regexp_like(to_varchar(strip_null_value(get("document", 'at'))), '^([1-9][0-9]{3}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|(([0-9]{2}(0[48]|[2468][048]|[13579][26]))|(0[48]|[2468][048]|[13579][26])00)-02-29)([T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?(Z|z|[+-](0[0-9]|1[0-4]):[0-5][0-9])?)?$') then try_to_timestamp_tz(to_varchar(strip_null_value(get("document", 'at')))) end <= cast('2026-01-01T00:00:00Z' as timestamp_tz))) as "count_0"
from t;

-- document VARIANT {"kind":"one-of","values":[true]} .open
select count_if(case when typeof(strip_null_value(get("document", 'open'))) in ('BOOLEAN') then to_boolean(strip_null_value(get("document", 'open'))) end not in (true) or (strip_null_value(get("document", 'open')) is not null and case when typeof(strip_null_value(get("document", 'open'))) in ('BOOLEAN') then to_boolean(strip_null_value(get("document", 'open'))) end is null)) as "count_0"
from t;

-- document VARIANT {"kind":"castable","logicalType":"integer"} .floor
select count_if(strip_null_value(get("document", 'floor')) is not null and case when case when typeof(strip_null_value(get("document", 'floor'))) in ('INTEGER', 'DECIMAL', 'DOUBLE') then to_double(strip_null_value(get("document", 'floor'))) = floor(to_double(strip_null_value(get("document", 'floor')))) end then 0 else 1 end = 1) as "count_0"
from t;

-- document VARIANT {"kind":"castable","logicalType":"number"} .size
select count_if(strip_null_value(get("document", 'size')) is not null and case when typeof(strip_null_value(get("document", 'size'))) in ('INTEGER', 'DECIMAL', 'DOUBLE') then 0 else 1 end = 1) as "count_0"
from t;

-- document VARIANT {"kind":"castable","logicalType":"boolean"} .open
select count_if(strip_null_value(get("document", 'open')) is not null and case when typeof(strip_null_value(get("document", 'open'))) in ('BOOLEAN') then 0 else 1 end = 1) as "count_0"
from t;

-- document VARIANT {"kind":"castable","logicalType":"string"} .city
select count_if(strip_null_value(get("document", 'city')) is not null and case when typeof(strip_null_value(get("document", 'city'))) in ('VARCHAR') then 0 else 1 end = 1) as "count_0"
from t;

-- document VARIANT {"kind":"castable","logicalType":"date"} .since
select count_if(strip_null_value(get("document", 'since')) is not null and case when typeof(strip_null_value(get("document", 'since'))) = 'VARCHAR' and regexp_like(to_varchar(strip_null_value(get("document", 'since'))), '^([1-9][0-9]{3}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|(([0-9]{2}(0[48]|[2468][048]|[13579][26]))|(0[48]|[2468][048]|[13579][26])00)-02-29)$') then 0 else 1 end = 1) as "count_0"
from t;

-- document VARIANT {"kind":"castable","logicalType":"time"} .opens
select count_if(strip_null_value(get("document", 'opens')) is not null and case when typeof(strip_null_value(get("document", 'opens'))) = 'VARCHAR' and regexp_like(to_varchar(strip_null_value(get("document", 'opens'))), '^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?(Z|z|[+-](0[0-9]|1[0-4]):[0-5][0-9])?$') then 0 else 1 end = 1) as "count_0"
from t;

-- document VARIANT {"kind":"castable","logicalType":"timestamp"} .at
select count_if(strip_null_value(get("document", 'at')) is not null and case when typeof(strip_null_value(get("document", 'at'))) = 'VARCHAR' and regexp_like(to_varchar(strip_null_value(get("document", 'at'))), '^([1-9][0-9]{3}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|(([0-9]{2}(0[48]|[2468][048]|[13579][26]))|(0[48]|[2468][048]|[13579][26])00)-02-29)([T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?(Z|z|[+-](0[0-9]|1[0-4]):[0-5][0-9])?)?$') then 0 else 1 end = 1) as "count_0"
from t;

-- document VARIANT {"kind":"castable","logicalType":"array"} .tags
select count_if(strip_null_value(get("document", 'tags')) is not null and case when typeof(strip_null_value(get("document", 'tags'))) in ('ARRAY') then 0 else 1 end = 1) as "count_0"
from t;

-- document VARIANT {"kind":"castable","logicalType":"object"} .owner
select count_if(strip_null_value(get("document", 'owner')) is not null and case when typeof(strip_null_value(get("document", 'owner'))) in ('OBJECT') then 0 else 1 end = 1) as "count_0"
from t;

-- document VARIANT {"kind":"multiple-of","divisor":0.5} .size
select count_if(not coalesce(cast(try_to_decimal(to_varchar(case when typeof(strip_null_value(get("document", 'size'))) in ('INTEGER', 'DECIMAL', 'DOUBLE') then to_double(strip_null_value(get("document", 'size'))) end), 38, 10) as double) = cast(case when typeof(strip_null_value(get("document", 'size'))) in ('INTEGER', 'DECIMAL', 'DOUBLE') then to_double(strip_null_value(get("document", 'size'))) end as double) and mod(try_to_decimal(to_varchar(case when typeof(strip_null_value(get("document", 'size'))) in ('INTEGER', 'DECIMAL', 'DOUBLE') then to_double(strip_null_value(get("document", 'size'))) end), 38, 10), 0.5) = 0, case when typeof(strip_null_value(get("document", 'size'))) in ('INTEGER', 'DECIMAL', 'DOUBLE') then to_double(strip_null_value(get("document", 'size'))) end is null)) as "count_0"
from t;

-- document VARIANT {"kind":"unique-items"} .tags
select count_if(array_size(array_distinct(as_array(strip_null_value(get("document", 'tags'))))) < array_size(as_array(strip_null_value(get("document", 'tags'))))) as "count_0"
from t;

-- document VARIANT {"kind":"max-length","length":9} .tags []
select count_if(array_size(filter(as_array(strip_null_value(get("document", 'tags'))), item_1 -> length(to_varchar(strip_null_value(item_1))) > 9)) > 0) as "count_0"
from t;

-- document VARIANT {"kind":"not-missing"} .o'dd"\
select count_if(not ("document" is null) and strip_null_value(get("document", 'o''dd"\\')) is null) as "count_0"
from t;

-- document VARIANT {"kind":"not-missing"} .owner .address .o'dd"\
select count_if(not (strip_null_value(get(strip_null_value(get("document", 'owner')), 'address')) is null) and strip_null_value(get(strip_null_value(get(strip_null_value(get("document", 'owner')), 'address')), 'o''dd"\\')) is null) as "count_0"
from t;

-- address OBJECT(city VARCHAR, lines ARRAY(OBJECT(number NUMBER(38,0)))) {"kind":"min-length","length":1} .city
select count_if(length(get("address", 'city')) < 1) as "count_0"
from t;

-- address OBJECT(city VARCHAR, lines ARRAY(OBJECT(number NUMBER(38,0)))) {"kind":"minimum","bound":1} .lines [] .number
select count_if(array_size(filter(get("address", 'lines'), item_1 -> get(item_1, 'number') < 1)) > 0) as "count_0"
from t;

-- document VARIANT {"kind":"minimum","bound":1} [] [] .number
select count_if(array_size(filter(as_array("document"), item_1 -> array_size(filter(as_array(strip_null_value(item_1)), item_2 -> case when typeof(strip_null_value(get(strip_null_value(item_2), 'number'))) in ('INTEGER', 'DECIMAL', 'DOUBLE') then to_double(strip_null_value(get(strip_null_value(item_2), 'number'))) end < 1)) > 0)) > 0) as "count_0"
from t;

-- prices MAP(VARCHAR, FLOAT) {"kind":"minimum","bound":0} .eur
select count_if(get("prices", 'eur') < 0) as "count_0"
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
select left("text", 201) as "text", count(*) as "duplicate_count"
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
from (select "text" as "key_0", left("text", 201) as "shown_0"
from t
where "text" is not null) child_rows
where not exists (select 1 from (select "text" as "key_0"
from p) parent_rows where parent_rows."key_0" = child_rows."key_0")
limit 5;

-- frequency
select max("moment") as "newest", max("gap") as "largest_gap"
from (select "moment" as "moment", "moment" - lag("moment") over (order by "moment") as "gap"
from (select date_part(epoch_millisecond, cast("at" as timestamp_tz)) / 1000 as "moment"
from t
where date_part(epoch_millisecond, cast("at" as timestamp_tz)) / 1000 is not null
group by date_part(epoch_millisecond, cast("at" as timestamp_tz)) / 1000) moments) gaps;

-- texts
select "text" as "text", to_varchar("whole") as "whole", to_varchar("amount") as "amount", to_varchar("flag") as "flag", to_varchar("day") as "day", to_varchar("at") as "at", to_varchar("local_at") as "local_at", to_varchar("clock") as "clock", to_varchar("document") as "document", to_varchar("words") as "words", to_varchar("address") as "address", to_varchar("prices") as "prices"
from t
where 1 = 1
limit 5;

-- one scan
select count(*) as "row_count",
  max(date_part(epoch_millisecond, cast("local_at" as timestamp_tz)) / 1000) as "newest",
  min(date_part(epoch_millisecond, cast("day" as timestamp_tz)) / 1000) as "oldest",
  count_if(array_size("words") > 1) as "count_1",
  count_if(1 = 0) as "o""dd]`name"
from t;
