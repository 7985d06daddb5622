-- text STRING {"kind":"not-missing"}
select countif(`text` is null) as `count_0`
from t;

-- text STRING {"kind":"not-missing-values","values":["","N/A",0]}
select countif(`text` is null or `text` in ('', 'N/A', '0')) as `count_0`
from t;

-- text STRING {"kind":"min-length","length":2}
select countif(char_length(`text`) < 2) as `count_0`
from t;

-- whole INT64 {"kind":"max-length","length":9}
select countif(char_length(cast(`whole` as string)) > 9) as `count_0`
from t;

-- text STRING {"kind":"pattern","pattern":"^ORD-[0-9]{4,6}$"}
select countif(not regexp_contains(`text`, '^ORD-[0-9]{4,6}$')) as `count_0`
from t;

-- text STRING {"kind":"pattern","pattern":"^[A-Z]{2}\\d+$"}
select countif(not regexp_contains(`text`, '^[A-Z]{2}\\d+$')) as `count_0`
from t;

-- flag BOOL {"kind":"pattern","pattern":"true|false"}
select countif(not regexp_contains(cast(`flag` as string), 'true|false')) as `count_0`
from t;

-- text STRING {"kind":"format","format":"uuid"}
select countif(not regexp_contains(`text`, '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$')) as `count_0`
from t;

-- text STRING {"kind":"format","format":"email"}
select countif(not regexp_contains(`text`, '^[A-Za-z0-9.!#$%&\'*+/=?^_`{|}~-]+@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?([.][A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$')) as `count_0`
from t;

-- text STRING {"kind":"format","format":"ipv4"}
select countif(not regexp_contains(`text`, '^(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}$')) as `count_0`
from t;

-- text STRING {"kind":"format","format":"ipv6"}
select countif(not regexp_contains(`text`, '^(([0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}|([0-9A-Fa-f]{1,4}:){1,7}:|([0-9A-Fa-f]{1,4}:){1,1}(:[0-9A-Fa-f]{1,4}){1,6}|([0-9A-Fa-f]{1,4}:){1,2}(:[0-9A-Fa-f]{1,4}){1,5}|([0-9A-Fa-f]{1,4}:){1,3}(:[0-9A-Fa-f]{1,4}){1,4}|([0-9A-Fa-f]{1,4}:){1,4}(:[0-9A-Fa-f]{1,4}){1,3}|([0-9A-Fa-f]{1,4}:){1,5}(:[0-9A-Fa-f]{1,4}){1,2}|([0-9A-Fa-f]{1,4}:){1,6}(:[0-9A-Fa-f]{1,4}){1,1}|:((:[0-9A-Fa-f]{1,4}){1,7}|:)|([0-9A-Fa-f]{1,4}:){6}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}|::([0-9A-Fa-f]{1,4}:){0,5}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}|([0-9A-Fa-f]{1,4}:){1}:([0-9A-Fa-f]{1,4}:){0,4}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}|([0-9A-Fa-f]{1,4}:){2}:([0-9A-Fa-f]{1,4}:){0,3}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}|([0-9A-Fa-f]{1,4}:){3}:([0-9A-Fa-f]{1,4}:){0,2}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}|([0-9A-Fa-f]{1,4}:){4}:([0-9A-Fa-f]{1,4}:){0,1}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}|([0-9A-Fa-f]{1,4}:){5}:([0-9A-Fa-f]{1,4}:){0,0}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$')) as `count_0`
from t;

-- text STRING {"kind":"format","format":"hostname"}
select countif(not regexp_contains(`text`, '^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?([.][A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$')) as `count_0`
from t;

-- text STRING {"kind":"format","format":"uri"}
select countif(not regexp_contains(`text`, '^[A-Za-z][A-Za-z0-9+.-]*:([A-Za-z0-9._~:/?#@!$&\'()*+,;=-]|%[0-9A-Fa-f][0-9A-Fa-f]|\\[|\\])+$')) as `count_0`
from t;

-- text STRING {"kind":"format","format":"byte"}
select countif(not regexp_contains(`text`, '^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$')) as `count_0`
from t;

-- text STRING {"kind":"format","format":"binary"}
select countif(1 = 0) as `count_0`
from t;

-- text STRING {"kind":"date-format","format":"yyyy-MM-dd"}
select countif(not regexp_contains(`text`, '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$')) as `count_0`
from t;

-- day DATE {"kind":"date-format","format":"yyyy-MM-dd"}
select countif(1 = 0) as `count_0`
from t;

-- whole INT64 {"kind":"minimum","bound":-5}
select countif(`whole` < -5) as `count_0`
from t;

-- amount FLOAT64 {"kind":"maximum","bound":1.5}
select countif(not (`amount` <= 1.5)) as `count_0`
from t;

-- text STRING {"kind":"minimum","bound":"b"}
select countif(`text` < 'b') as `count_0`
from t;

-- day DATE {"kind":"minimum","bound":"2026-01-01"}
select countif(`day` < date(timestamp '2026-01-01')) as `count_0`
from t;

-- at TIMESTAMP {"kind":"maximum","bound":"2026-01-01T10:00:00Z"}
select countif(not (`at` <= timestamp '2026-01-01T10:00:00Z')) as `count_0`
from t;

-- local_at DATETIME {"kind":"maximum","bound":"2026-01-01 10:00:00"}
select countif(not (`local_at` <= datetime(timestamp '2026-01-01 10:00:00'))) as `count_0`
from t;

-- clock TIME {"kind":"maximum","bound":"10:00:00"}
select countif(not (`clock` <= time '10:00:00')) as `count_0`
from t;

-- amount FLOAT64 {"kind":"not-equal","value":0}
select countif(`amount` = 0) as `count_0`
from t;

-- text STRING {"kind":"one-of","values":["a","it's \\ \"quoted\" \\' -- `;\n\\\n${x}",5,true]}
select countif(`text` not in ('a', 'it\'s \\ "quoted" \\\' -- `;\n\\\n${x}', '5', 'true')) as `count_0`
from t;

-- whole INT64 {"kind":"one-of","values":[1,2]}
select countif(`whole` not in (1, 2)) as `count_0`
from t;

-- flag BOOL {"kind":"one-of","values":[true]}
select countif(`flag` not in (true)) as `count_0`
from t;

-- text STRING {"kind":"valid","values":["a"],"pattern":"b"}
select countif(`text` not in ('a') or not regexp_contains(`text`, 'b')) as `count_0`
from t;

-- whole INT64 {"kind":"multiple-of","divisor":5}
select countif(not coalesce(cast(safe_cast(`whole` as numeric) as float64) = cast(`whole` as float64) and mod(safe_cast(`whole` as numeric), numeric '5') = 0, `whole` is null)) as `count_0`
from t;

-- amount FLOAT64 {"kind":"multiple-of","divisor":0.1}
select countif(not coalesce(cast(safe_cast(`amount` as numeric) as float64) = cast(`amount` as float64) and mod(safe_cast(`amount` as numeric), numeric '0.1') = 0, `amount` is null)) as `count_0`
from t;

-- words ARRAY<STRING> {"kind":"min-items","count":1}
select countif(array_length(`words`) < 1) as `count_0`
from t;

-- words ARRAY<STRING> {"kind":"max-items","count":3}
select countif(array_length(`words`) > 3) as `count_0`
from t;

-- words ARRAY<STRING> {"kind":"unique-items"}
select countif((select count(distinct to_json_string(different)) from unnest(`words`) as different) < array_length(`words`)) as `count_0`
from t;

-- words ARRAY<STRING> {"kind":"min-length","length":1} []
select countif(exists(select 1 from unnest(`words`) as item_1 where char_length(item_1) < 1)) as `count_0`
from t;

-- words ARRAY<STRING> {"kind":"not-missing"} []
select countif(exists(select 1 from unnest(`words`) as item_1 where item_1 is null)) as `count_0`
from t;

-- document JSON {"kind":"min-properties","count":1}
select countif(if(json_type(`document`) = 'object', array_length(json_keys(`document`, 1)), null) < 1) as `count_0`
from t;

-- prices JSON {"kind":"max-properties","count":9}
select countif(if(json_type(`prices`) = 'object', array_length(json_keys(`prices`, 1)), null) > 9) as `count_0`
from t;

-- address STRUCT<city STRING, lines ARRAY<STRUCT<number INT64>>> {"kind":"max-properties","count":9}
select countif(if(`address` is null, null, 2) > 9) as `count_0`
from t;

-- document JSON {"kind":"has-member","member":"city"}
select countif(`document` is not null and not (`document`['city'] is not null)) as `count_0`
from t;

-- address STRUCT<city STRING, lines ARRAY<STRUCT<number INT64>>> {"kind":"has-member","member":"City"}
select countif(`address` is not null and not 1 = 1) as `count_0`
from t;

-- address STRUCT<city STRING, lines ARRAY<STRUCT<number INT64>>> {"kind":"has-member","member":"street"}
select countif(`address` is not null and not 1 = 0) as `count_0`
from t;

-- prices JSON {"kind":"has-member","member":"eur"}
select countif(`prices` is not null and not (`prices`['eur'] is not null)) as `count_0`
from t;

-- document JSON {"kind":"not-missing"} .city
select countif(not (`document` is null) and if(json_type(`document`['city']) = 'null', null, `document`['city']) is null) as `count_0`
from t;

-- document JSON {"kind":"pattern","pattern":"^B"} .city
select countif(not regexp_contains(coalesce(json_value(if(json_type(`document`['city']) = 'null', null, `document`['city'])), to_json_string(if(json_type(`document`['city']) = 'null', null, `document`['city']))), '^B')) as `count_0`
from t;

-- document JSON {"kind":"minimum","bound":1} .floor
select countif(if(json_type(if(json_type(`document`['floor']) = 'null', null, `document`['floor'])) = 'number', safe_cast(json_value(if(json_type(`document`['floor']) = 'null', null, `document`['floor'])) as float64), null) < 1) as `count_0`
from t;

-- document JSON {"kind":"maximum","bound":"2026-01-01"} .since
select countif(not (if(json_type(if(json_type(`document`['since']) = 'null', null, `document`['since'])) = 'string' and regexp_contains(json_value(if(json_type(`document`['since']) = 'null', null, `document`['since'])), '^([1-9][0-9]{3}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|(([0-9]{2}(0[48]|[2468][048]|[13579][26]))|(0[48]|[2468][048]|[13579][26])00)-02-29)$'), safe_cast(json_value(if(json_type(`document`['since']) = 'null', null, `document`['since'])) as date), null) <= date(timestamp '2026-01-01'))) as `count_0`
from t;

-- document JSON {"kind":"maximum","bound":"2026-01-01T00:00:00Z"} .at
select countif(not (if(json_type(if(json_type(`document`['at']) = 'null', null, `document`['at'])) = 'string' and regexp_contains(json_value(if(json_type(`document`['at']) = 'null', null, `document`['at'])), '^([1-9][0-9]{3}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|(([0-9]{2}(0[48]|[2468][048]|[13579][26]))|(0[48]|[2468][048]|[13579][26])00)-02-29)([T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?(Z|z|[+-](0[0-9]|1[0-4]):[0-5][0-9])?)?$'), safe_cast(json_value(if(json_type(`document`['at']) = 'null', null, `document`['at'])) as timestamp), null) <= timestamp '2026-01-01T00:00:00Z')) as `count_0`
from t;

-- document JSON {"kind":"one-of","values":[true]} .open
select countif(if(json_type(if(json_type(`document`['open']) = 'null', null, `document`['open'])) = 'boolean', safe_cast(json_value(if(json_type(`document`['open']) = 'null', null, `document`['open'])) as bool), null) not in (true) or (if(json_type(`document`['open']) = 'null', null, `document`['open']) is not null and if(json_type(if(json_type(`document`['open']) = 'null', null, `document`['open'])) = 'boolean', safe_cast(json_value(if(json_type(`document`['open']) = 'null', null, `document`['open'])) as bool), null) is null)) as `count_0`
from t;

-- document JSON {"kind":"castable","logicalType":"integer"} .floor
select countif(if(json_type(`document`['floor']) = 'null', null, `document`['floor']) is not null and case when json_type(if(json_type(`document`['floor']) = 'null', null, `document`['floor'])) = 'number' and mod(safe_cast(json_value(if(json_type(`document`['floor']) = 'null', null, `document`['floor'])) as bignumeric), 1) = 0 then 0 else 1 end = 1) as `count_0`
from t;

-- document JSON {"kind":"castable","logicalType":"number"} .size
select countif(if(json_type(`document`['size']) = 'null', null, `document`['size']) is not null and case when json_type(if(json_type(`document`['size']) = 'null', null, `document`['size'])) = 'number' then 0 else 1 end = 1) as `count_0`
from t;

-- document JSON {"kind":"castable","logicalType":"boolean"} .open
select countif(if(json_type(`document`['open']) = 'null', null, `document`['open']) is not null and case when json_type(if(json_type(`document`['open']) = 'null', null, `document`['open'])) = 'boolean' then 0 else 1 end = 1) as `count_0`
from t;

-- document JSON {"kind":"castable","logicalType":"string"} .city
select countif(if(json_type(`document`['city']) = 'null', null, `document`['city']) is not null and case when json_type(if(json_type(`document`['city']) = 'null', null, `document`['city'])) = 'string' then 0 else 1 end = 1) as `count_0`
from t;

-- document JSON {"kind":"castable","logicalType":"date"} .since
select countif(if(json_type(`document`['since']) = 'null', null, `document`['since']) is not null and case when json_type(if(json_type(`document`['since']) = 'null', null, `document`['since'])) = 'string' and regexp_contains(json_value(if(json_type(`document`['since']) = 'null', null, `document`['since'])), '^([1-9][0-9]{3}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|(([0-9]{2}(0[48]|[2468][048]|[13579][26]))|(0[48]|[2468][048]|[13579][26])00)-02-29)$') then 0 else 1 end = 1) as `count_0`
from t;

-- document JSON {"kind":"castable","logicalType":"time"} .opens
select countif(if(json_type(`document`['opens']) = 'null', null, `document`['opens']) is not null and case when json_type(if(json_type(`document`['opens']) = 'null', null, `document`['opens'])) = 'string' and regexp_contains(json_value(if(json_type(`document`['opens']) = 'null', null, `document`['opens'])), '^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?(Z|z|[+-](0[0-9]|1[0-4]):[0-5][0-9])?$') then 0 else 1 end = 1) as `count_0`
from t;

-- document JSON {"kind":"castable","logicalType":"timestamp"} .at
select countif(if(json_type(`document`['at']) = 'null', null, `document`['at']) is not null and case when json_type(if(json_type(`document`['at']) = 'null', null, `document`['at'])) = 'string' and regexp_contains(json_value(if(json_type(`document`['at']) = 'null', null, `document`['at'])), '^([1-9][0-9]{3}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|(([0-9]{2}(0[48]|[2468][048]|[13579][26]))|(0[48]|[2468][048]|[13579][26])00)-02-29)([T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?(Z|z|[+-](0[0-9]|1[0-4]):[0-5][0-9])?)?$') then 0 else 1 end = 1) as `count_0`
from t;

-- document JSON {"kind":"castable","logicalType":"array"} .tags
select countif(if(json_type(`document`['tags']) = 'null', null, `document`['tags']) is not null and case when json_type(if(json_type(`document`['tags']) = 'null', null, `document`['tags'])) = 'array' then 0 else 1 end = 1) as `count_0`
from t;

-- document JSON {"kind":"castable","logicalType":"object"} .owner
select countif(if(json_type(`document`['owner']) = 'null', null, `document`['owner']) is not null and case when json_type(if(json_type(`document`['owner']) = 'null', null, `document`['owner'])) = 'object' then 0 else 1 end = 1) as `count_0`
from t;

-- document JSON {"kind":"multiple-of","divisor":0.5} .size
select countif(not coalesce(cast(safe_cast(if(json_type(if(json_type(`document`['size']) = 'null', null, `document`['size'])) = 'number', safe_cast(json_value(if(json_type(`document`['size']) = 'null', null, `document`['size'])) as float64), null) as numeric) as float64) = cast(if(json_type(if(json_type(`document`['size']) = 'null', null, `document`['size'])) = 'number', safe_cast(json_value(if(json_type(`document`['size']) = 'null', null, `document`['size'])) as float64), null) as float64) and mod(safe_cast(if(json_type(if(json_type(`document`['size']) = 'null', null, `document`['size'])) = 'number', safe_cast(json_value(if(json_type(`document`['size']) = 'null', null, `document`['size'])) as float64), null) as numeric), numeric '0.5') = 0, if(json_type(if(json_type(`document`['size']) = 'null', null, `document`['size'])) = 'number', safe_cast(json_value(if(json_type(`document`['size']) = 'null', null, `document`['size'])) as float64), null) is null)) as `count_0`
from t;

-- document JSON {"kind":"unique-items"} .tags
select countif((select count(distinct to_json_string(different)) from unnest(json_query_array(if(json_type(`document`['tags']) = 'null', null, `document`['tags']))) as different) < array_length(json_query_array(if(json_type(`document`['tags']) = 'null', null, `document`['tags'])))) as `count_0`
from t;

-- document JSON {"kind":"max-length","length":9} .tags []
select countif(exists(select 1 from unnest(json_query_array(if(json_type(`document`['tags']) = 'null', null, `document`['tags']))) as item_1 where char_length(coalesce(json_value(if(json_type(item_1) = 'null', null, item_1)), to_json_string(if(json_type(item_1) = 'null', null, item_1)))) > 9)) as `count_0`
from t;

-- document JSON {"kind":"not-missing"} .o'dd"\
select countif(not (`document` is null) and if(json_type(`document`['o\'dd"\\']) = 'null', null, `document`['o\'dd"\\']) is null) as `count_0`
from t;

-- document JSON {"kind":"not-missing"} .owner .address .o'dd"\
select countif(not (if(json_type(`document`['owner']['address']) = 'null', null, `document`['owner']['address']) is null) and if(json_type(`document`['owner']['address']['o\'dd"\\']) = 'null', null, `document`['owner']['address']['o\'dd"\\']) is null) as `count_0`
from t;

-- address STRUCT<city STRING, lines ARRAY<STRUCT<number INT64>>> {"kind":"min-length","length":1} .city
select countif(char_length(`address`.`city`) < 1) as `count_0`
from t;

-- address STRUCT<city STRING, lines ARRAY<STRUCT<number INT64>>> {"kind":"minimum","bound":1} .lines [] .number
select countif(exists(select 1 from unnest(`address`.`lines`) as item_1 where item_1.`number` < 1)) as `count_0`
from t;

-- document JSON {"kind":"minimum","bound":1} [] [] .number
select countif(exists(select 1 from unnest(json_query_array(`document`)) as item_1 where exists(select 1 from unnest(json_query_array(if(json_type(item_1) = 'null', null, item_1))) as item_2 where if(json_type(if(json_type(if(json_type(item_2) = 'null', null, item_2)['number']) = 'null', null, if(json_type(item_2) = 'null', null, item_2)['number'])) = 'number', safe_cast(json_value(if(json_type(if(json_type(item_2) = 'null', null, item_2)['number']) = 'null', null, if(json_type(item_2) = 'null', null, item_2)['number'])) as float64), null) < 1))) as `count_0`
from t;

-- prices JSON {"kind":"minimum","bound":0} .eur
select countif(if(json_type(if(json_type(`prices`['eur']) = 'null', null, `prices`['eur'])) = 'number', safe_cast(json_value(if(json_type(`prices`['eur']) = 'null', null, `prices`['eur'])) as float64), null) < 0) as `count_0`
from t;

-- duplicates
select count(*) as `duplicate_count`
from (select count(*) as `group_size`
from t
group by `text`, `whole`
having count(*) > 1) duplicate_groups;

-- duplicates with rows
select sum(case when `group_size` > 1 then 1 else 0 end) as `duplicate_count`, sum(`group_size`) as `row_count`
from (select count(*) as `group_size`
from t
group by if(`document` is null, null, coalesce(json_value(`document`), to_json_string(`document`))), if(`words` is null, null, to_json_string(`words`))) all_groups;

-- duplicate samples
select substr(`text`, 1, 201) as `text`, count(*) as `duplicate_count`
from t
group by `text`
having count(*) > 1
order by count(*) desc
limit 5;

-- orphans
select count(*) as `orphan_count`
from (select `text` as `key_0`
from t
where `text` is not null) child_rows
where not exists (select 1 from (select `text` as `key_0`
from p) parent_rows where parent_rows.`key_0` = child_rows.`key_0`);

-- orphan samples
select child_rows.`shown_0` as `text`
from (select `text` as `key_0`, substr(`text`, 1, 201) as `shown_0`
from t
where `text` is not null) child_rows
where not exists (select 1 from (select `text` as `key_0`
from p) parent_rows where parent_rows.`key_0` = child_rows.`key_0`)
limit 5;

-- frequency
select max(`moment`) as `newest`, max(`gap`) as `largest_gap`
from (select `moment` as `moment`, `moment` - lag(`moment`) over (order by `moment`) as `gap`
from (select unix_micros(timestamp(`at`)) / 1000000 as `moment`
from t
where unix_micros(timestamp(`at`)) / 1000000 is not null
group by unix_micros(timestamp(`at`)) / 1000000) moments) gaps;

-- texts
select `text` as `text`, cast(`whole` as string) as `whole`, cast(`amount` as string) as `amount`, cast(`flag` as string) as `flag`, cast(`day` as string) as `day`, cast(`at` as string) as `at`, cast(`local_at` as string) as `local_at`, cast(`clock` as string) as `clock`, coalesce(json_value(`document`), to_json_string(`document`)) as `document`, to_json_string(`words`) as `words`, to_json_string(`address`) as `address`, coalesce(json_value(`prices`), to_json_string(`prices`)) as `prices`
from t
where 1 = 1
limit 5;

-- one scan
select count(*) as `row_count`,
  max(unix_micros(timestamp(`local_at`)) / 1000000) as `newest`,
  min(unix_micros(timestamp(`day`)) / 1000000) as `oldest`,
  countif(array_length(`words`) > 1) as `count_1`,
  countif(1 = 0) as `o"dd]\`name`
from t;
