-- text string {"kind":"not-missing"}
select count_if(`text` is null) as `count_0`
from t;

-- text string {"kind":"not-missing-values","values":["","N/A",0]}
select count_if(`text` is null or `text` in ('', 'N/A', '0')) as `count_0`
from t;

-- text string {"kind":"min-length","length":2}
select count_if(char_length(`text`) < 2) as `count_0`
from t;

-- whole bigint {"kind":"max-length","length":9}
select count_if(char_length(cast(`whole` as string)) > 9) as `count_0`
from t;

-- text string {"kind":"pattern","pattern":"^ORD-[0-9]{4,6}$"}
select count_if(not regexp_like(`text`, '^ORD-[0-9]{4,6}$')) as `count_0`
from t;

-- text string {"kind":"pattern","pattern":"^[A-Z]{2}\\d+$"}
select count_if(not regexp_like(`text`, '^[A-Z]{2}\\d+$')) as `count_0`
from t;

-- flag boolean {"kind":"pattern","pattern":"true|false"}
select count_if(not regexp_like(cast(`flag` as string), 'true|false')) as `count_0`
from t;

-- text string {"kind":"format","format":"uuid"}
select count_if(not regexp_like(`text`, '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}\\z')) as `count_0`
from t;

-- text string {"kind":"format","format":"email"}
select count_if(not regexp_like(`text`, '^[A-Za-z0-9.!#$%&\'*+/=?^_`{|}~-]+@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?([.][A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*\\z')) as `count_0`
from t;

-- text string {"kind":"format","format":"ipv4"}
select count_if(not regexp_like(`text`, '^(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}\\z')) as `count_0`
from t;

-- text string {"kind":"format","format":"ipv6"}
select count_if(not regexp_like(`text`, '^(([0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}|([0-9A-Fa-f]{1,4}:){1,7}:|([0-9A-Fa-f]{1,4}:){1,1}(:[0-9A-Fa-f]{1,4}){1,6}|([0-9A-Fa-f]{1,4}:){1,2}(:[0-9A-Fa-f]{1,4}){1,5}|([0-9A-Fa-f]{1,4}:){1,3}(:[0-9A-Fa-f]{1,4}){1,4}|([0-9A-Fa-f]{1,4}:){1,4}(:[0-9A-Fa-f]{1,4}){1,3}|([0-9A-Fa-f]{1,4}:){1,5}(:[0-9A-Fa-f]{1,4}){1,2}|([0-9A-Fa-f]{1,4}:){1,6}(:[0-9A-Fa-f]{1,4}){1,1}|:((:[0-9A-Fa-f]{1,4}){1,7}|:)|([0-9A-Fa-f]{1,4}:){6}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}|::([0-9A-Fa-f]{1,4}:){0,5}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}|([0-9A-Fa-f]{1,4}:){1}:([0-9A-Fa-f]{1,4}:){0,4}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}|([0-9A-Fa-f]{1,4}:){2}:([0-9A-Fa-f]{1,4}:){0,3}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}|([0-9A-Fa-f]{1,4}:){3}:([0-9A-Fa-f]{1,4}:){0,2}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}|([0-9A-Fa-f]{1,4}:){4}:([0-9A-Fa-f]{1,4}:){0,1}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}|([0-9A-Fa-f]{1,4}:){5}:([0-9A-Fa-f]{1,4}:){0,0}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})\\z')) as `count_0`
from t;

-- text string {"kind":"format","format":"hostname"}
select count_if(not regexp_like(`text`, '^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?([.][A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*\\z')) as `count_0`
from t;

-- text string {"kind":"format","format":"uri"}
select count_if(not regexp_like(`text`, '^[A-Za-z][A-Za-z0-9+.-]*:([A-Za-z0-9._~:/?#@!$&\'()*+,;=-]|%[0-9A-Fa-f][0-9A-Fa-f]|\\[|\\])+\\z')) as `count_0`
from t;

-- text string {"kind":"format","format":"byte"}
select count_if(not regexp_like(`text`, '^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?\\z')) as `count_0`
from t;

-- text string {"kind":"format","format":"binary"}
select count_if(1 = 0) as `count_0`
from t;

-- text string {"kind":"date-format","format":"yyyy-MM-dd"}
select count_if(not regexp_like(`text`, '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])\\z')) as `count_0`
from t;

-- day date {"kind":"date-format","format":"yyyy-MM-dd"}
select count_if(1 = 0) as `count_0`
from t;

-- whole bigint {"kind":"minimum","bound":-5}
select count_if(`whole` < -5) as `count_0`
from t;

-- amount double {"kind":"maximum","bound":1.5}
select count_if(not (`amount` <= 1.5)) as `count_0`
from t;

-- text string {"kind":"minimum","bound":"b"}
select count_if(`text` < 'b') as `count_0`
from t;

-- day date {"kind":"minimum","bound":"2026-01-01"}
select count_if(`day` < cast('2026-01-01' as date)) as `count_0`
from t;

-- at timestamp {"kind":"maximum","bound":"2026-01-01T10:00:00Z"}
select count_if(not (`at` <= cast('2026-01-01T10:00:00Z' as timestamp))) as `count_0`
from t;

-- local_at timestamp_ntz {"kind":"maximum","bound":"2026-01-01 10:00:00"}
select count_if(not (`local_at` <= cast('2026-01-01 10:00:00' as timestamp))) as `count_0`
from t;

-- clock string {"kind":"maximum","bound":"10:00:00"}
select count_if(not (`clock` <= '10:00:00')) as `count_0`
from t;

-- amount double {"kind":"not-equal","value":0}
select count_if(`amount` = 0) as `count_0`
from t;

-- text string {"kind":"one-of","values":["a","it's \\ \"quoted\" \\' -- `;\n\\\n${x}",5,true]}
select count_if(`text` not in ('a', 'it\'s \\ "quoted" \\\' -- `;\n\\\n${x}', '5', 'true')) as `count_0`
from t;

-- whole bigint {"kind":"one-of","values":[1,2]}
select count_if(`whole` not in (1, 2)) as `count_0`
from t;

-- flag boolean {"kind":"one-of","values":[true]}
select count_if(`flag` not in (true)) as `count_0`
from t;

-- text string {"kind":"valid","values":["a"],"pattern":"b"}
select count_if(`text` not in ('a') or not regexp_like(`text`, 'b')) as `count_0`
from t;

-- whole bigint {"kind":"multiple-of","divisor":5}
select count_if(not coalesce(cast(try_cast(`whole` as decimal(38, 10)) as double) = cast(`whole` as double) and mod(try_cast(`whole` as decimal(38, 10)), 5) = 0, `whole` is null)) as `count_0`
from t;

-- amount double {"kind":"multiple-of","divisor":0.1}
select count_if(not coalesce(cast(try_cast(`amount` as decimal(38, 10)) as double) = cast(`amount` as double) and mod(try_cast(`amount` as decimal(38, 10)), 0.1) = 0, `amount` is null)) as `count_0`
from t;

-- words array<string> {"kind":"min-items","count":1}
select count_if(array_size(`words`) < 1) as `count_0`
from t;

-- words array<string> {"kind":"max-items","count":3}
select count_if(array_size(`words`) > 3) as `count_0`
from t;

-- words array<string> {"kind":"unique-items"}
select count_if(array_size(array_distinct(`words`)) < array_size(`words`)) as `count_0`
from t;

-- words array<string> {"kind":"min-length","length":1} []
select count_if(exists(`words`, item_1 -> char_length(item_1) < 1)) as `count_0`
from t;

-- words array<string> {"kind":"not-missing"} []
select count_if(exists(`words`, item_1 -> item_1 is null)) as `count_0`
from t;

-- document variant {"kind":"min-properties","count":1}
select count_if(array_size(map_keys(try_cast(`document` as map<string, variant>))) < 1) as `count_0`
from t;

-- prices map<string,double> {"kind":"max-properties","count":9}
select count_if(array_size(map_keys(`prices`)) > 9) as `count_0`
from t;

-- address struct<city:string,lines:array<struct<number:int>>> {"kind":"max-properties","count":9}
select count_if(case when `address` is not null then 2 end > 9) as `count_0`
from t;

-- document variant {"kind":"has-member","member":"city"}
select count_if(`document` is not null and not array_contains(map_keys(try_cast(`document` as map<string, variant>)), 'city')) as `count_0`
from t;

-- address struct<city:string,lines:array<struct<number:int>>> {"kind":"has-member","member":"City"}
select count_if(`address` is not null and not 1 = 1) as `count_0`
from t;

-- address struct<city:string,lines:array<struct<number:int>>> {"kind":"has-member","member":"street"}
select count_if(`address` is not null and not 1 = 0) as `count_0`
from t;

-- prices map<string,double> {"kind":"has-member","member":"eur"}
select count_if(`prices` is not null and not array_contains(map_keys(`prices`), 'eur')) as `count_0`
from t;

-- document variant {"kind":"not-missing"} .city
select count_if(not (`document` is null) and case when not is_variant_null(variant_get(`document`, '$["city"]', 'variant')) then variant_get(`document`, '$["city"]', 'variant') end is null) as `count_0`
from t;

-- document variant {"kind":"pattern","pattern":"^B"} .city
select count_if(not regexp_like(cast(case when not is_variant_null(variant_get(`document`, '$["city"]', 'variant')) then variant_get(`document`, '$["city"]', 'variant') end as string), '^B')) as `count_0`
from t;

-- document variant {"kind":"minimum","bound":1} .floor
select count_if(case when regexp_like(schema_of_variant(case when not is_variant_null(variant_get(`document`, '$["floor"]', 'variant')) then variant_get(`document`, '$["floor"]', 'variant') end), '^(TINYINT|SMALLINT|INT|BIGINT|DECIMAL|FLOAT|DOUBLE)') then try_cast(case when not is_variant_null(variant_get(`document`, '$["floor"]', 'variant')) then variant_get(`document`, '$["floor"]', 'variant') end as double) end < 1) as `count_0`
from t;

-- document variant {"kind":"maximum","bound":"2026-01-01"} .since
select count_if(not (case when schema_of_variant(case when not is_variant_null(variant_get(`document`, '$["since"]', 'variant')) then variant_get(`document`, '$["since"]', 'variant') end) = 'STRING' and regexp_like(cast(case when not is_variant_null(variant_get(`document`, '$["since"]', 'variant')) then variant_get(`document`, '$["since"]', 'variant') end as string), '^([1-9][0-9]{3}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|(([0-9]{2}(0[48]|[2468][048]|[13579][26]))|(0[48]|[2468][048]|[13579][26])00)-02-29)\\z') then try_cast(case when not is_variant_null(variant_get(`document`, '$["since"]', 'variant')) then variant_get(`document`, '$["since"]', 'variant') end as date) end <= cast('2026-01-01' as date))) as `count_0`
from t;

-- document variant {"kind":"maximum","bound":"2026-01-01T00:00:00Z"} .at
select count_if(not (case when schema_of_variant(case when not is_variant_null(variant_get(`document`, '$["at"]', 'variant')) then variant_get(`document`, '$["at"]', 'variant') end) = 'STRING' and regexp_like(cast(case when not is_variant_null(variant_get(`document`, '$["at"]', 'variant')) then variant_get(`document`, '$["at"]', 'variant') end as string), '^([1-9][0-9]{3}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|(([0-9]{2}(0[48]|[2468][048]|[13579][26]))|(0[48]|[2468][048]|[13579][26])00)-02-29)([T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?(Z|z|[+-](0[0-9]|1[0-4]):[0-5][0-9])?)?\\z') then try_cast(case when not is_variant_null(variant_get(`document`, '$["at"]', 'variant')) then variant_get(`document`, '$["at"]', 'variant') end as timestamp) end <= cast('2026-01-01T00:00:00Z' as timestamp))) as `count_0`
from t;

-- document variant {"kind":"one-of","values":[true]} .open
select count_if(case when regexp_like(schema_of_variant(case when not is_variant_null(variant_get(`document`, '$["open"]', 'variant')) then variant_get(`document`, '$["open"]', 'variant') end), '^(BOOLEAN)') then try_cast(case when not is_variant_null(variant_get(`document`, '$["open"]', 'variant')) then variant_get(`document`, '$["open"]', 'variant') end as boolean) end not in (true) or (case when not is_variant_null(variant_get(`document`, '$["open"]', 'variant')) then variant_get(`document`, '$["open"]', 'variant') end is not null and case when regexp_like(schema_of_variant(case when not is_variant_null(variant_get(`document`, '$["open"]', 'variant')) then variant_get(`document`, '$["open"]', 'variant') end), '^(BOOLEAN)') then try_cast(case when not is_variant_null(variant_get(`document`, '$["open"]', 'variant')) then variant_get(`document`, '$["open"]', 'variant') end as boolean) end is null)) as `count_0`
from t;

-- document variant {"kind":"castable","logicalType":"integer"} .floor
select count_if(case when not is_variant_null(variant_get(`document`, '$["floor"]', 'variant')) then variant_get(`document`, '$["floor"]', 'variant') end is not null and case when case when regexp_like(schema_of_variant(case when not is_variant_null(variant_get(`document`, '$["floor"]', 'variant')) then variant_get(`document`, '$["floor"]', 'variant') end), '^(TINYINT|SMALLINT|INT|BIGINT|DECIMAL|FLOAT|DOUBLE)') then cast(case when not is_variant_null(variant_get(`document`, '$["floor"]', 'variant')) then variant_get(`document`, '$["floor"]', 'variant') end as double) = floor(cast(case when not is_variant_null(variant_get(`document`, '$["floor"]', 'variant')) then variant_get(`document`, '$["floor"]', 'variant') end as double)) end then 0 else 1 end = 1) as `count_0`
from t;

-- document variant {"kind":"castable","logicalType":"number"} .size
select count_if(case when not is_variant_null(variant_get(`document`, '$["size"]', 'variant')) then variant_get(`document`, '$["size"]', 'variant') end is not null and case when regexp_like(schema_of_variant(case when not is_variant_null(variant_get(`document`, '$["size"]', 'variant')) then variant_get(`document`, '$["size"]', 'variant') end), '^(TINYINT|SMALLINT|INT|BIGINT|DECIMAL|FLOAT|DOUBLE)') then 0 else 1 end = 1) as `count_0`
from t;

-- document variant {"kind":"castable","logicalType":"boolean"} .open
select count_if(case when not is_variant_null(variant_get(`document`, '$["open"]', 'variant')) then variant_get(`document`, '$["open"]', 'variant') end is not null and case when regexp_like(schema_of_variant(case when not is_variant_null(variant_get(`document`, '$["open"]', 'variant')) then variant_get(`document`, '$["open"]', 'variant') end), '^(BOOLEAN)') then 0 else 1 end = 1) as `count_0`
from t;

-- document variant {"kind":"castable","logicalType":"string"} .city
select count_if(case when not is_variant_null(variant_get(`document`, '$["city"]', 'variant')) then variant_get(`document`, '$["city"]', 'variant') end is not null and case when regexp_like(schema_of_variant(case when not is_variant_null(variant_get(`document`, '$["city"]', 'variant')) then variant_get(`document`, '$["city"]', 'variant') end), '^(STRING)') then 0 else 1 end = 1) as `count_0`
from t;

-- document variant {"kind":"castable","logicalType":"date"} .since
select count_if(case when not is_variant_null(variant_get(`document`, '$["since"]', 'variant')) then variant_get(`document`, '$["since"]', 'variant') end is not null and case when schema_of_variant(case when not is_variant_null(variant_get(`document`, '$["since"]', 'variant')) then variant_get(`document`, '$["since"]', 'variant') end) = 'STRING' and regexp_like(cast(case when not is_variant_null(variant_get(`document`, '$["since"]', 'variant')) then variant_get(`document`, '$["since"]', 'variant') end as string), '^([1-9][0-9]{3}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|(([0-9]{2}(0[48]|[2468][048]|[13579][26]))|(0[48]|[2468][048]|[13579][26])00)-02-29)\\z') then 0 else 1 end = 1) as `count_0`
from t;

-- document variant {"kind":"castable","logicalType":"time"} .opens
select count_if(case when not is_variant_null(variant_get(`document`, '$["opens"]', 'variant')) then variant_get(`document`, '$["opens"]', 'variant') end is not null and case when schema_of_variant(case when not is_variant_null(variant_get(`document`, '$["opens"]', 'variant')) then variant_get(`document`, '$["opens"]', 'variant') end) = 'STRING' and regexp_like(cast(case when not is_variant_null(variant_get(`document`, '$["opens"]', 'variant')) then variant_get(`document`, '$["opens"]', 'variant') end as string), '^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?(Z|z|[+-](0[0-9]|1[0-4]):[0-5][0-9])?\\z') then 0 else 1 end = 1) as `count_0`
from t;

-- document variant {"kind":"castable","logicalType":"timestamp"} .at
select count_if(case when not is_variant_null(variant_get(`document`, '$["at"]', 'variant')) then variant_get(`document`, '$["at"]', 'variant') end is not null and case when schema_of_variant(case when not is_variant_null(variant_get(`document`, '$["at"]', 'variant')) then variant_get(`document`, '$["at"]', 'variant') end) = 'STRING' and regexp_like(cast(case when not is_variant_null(variant_get(`document`, '$["at"]', 'variant')) then variant_get(`document`, '$["at"]', 'variant') end as string), '^([1-9][0-9]{3}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|(([0-9]{2}(0[48]|[2468][048]|[13579][26]))|(0[48]|[2468][048]|[13579][26])00)-02-29)([T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?(Z|z|[+-](0[0-9]|1[0-4]):[0-5][0-9])?)?\\z') then 0 else 1 end = 1) as `count_0`
from t;

-- document variant {"kind":"castable","logicalType":"array"} .tags
select count_if(case when not is_variant_null(variant_get(`document`, '$["tags"]', 'variant')) then variant_get(`document`, '$["tags"]', 'variant') end is not null and case when regexp_like(schema_of_variant(case when not is_variant_null(variant_get(`document`, '$["tags"]', 'variant')) then variant_get(`document`, '$["tags"]', 'variant') end), '^(ARRAY)') then 0 else 1 end = 1) as `count_0`
from t;

-- document variant {"kind":"castable","logicalType":"object"} .owner
select count_if(case when not is_variant_null(variant_get(`document`, '$["owner"]', 'variant')) then variant_get(`document`, '$["owner"]', 'variant') end is not null and case when regexp_like(schema_of_variant(case when not is_variant_null(variant_get(`document`, '$["owner"]', 'variant')) then variant_get(`document`, '$["owner"]', 'variant') end), '^(OBJECT)') then 0 else 1 end = 1) as `count_0`
from t;

-- document variant {"kind":"multiple-of","divisor":0.5} .size
select count_if(not coalesce(cast(try_cast(case when regexp_like(schema_of_variant(case when not is_variant_null(variant_get(`document`, '$["size"]', 'variant')) then variant_get(`document`, '$["size"]', 'variant') end), '^(TINYINT|SMALLINT|INT|BIGINT|DECIMAL|FLOAT|DOUBLE)') then try_cast(case when not is_variant_null(variant_get(`document`, '$["size"]', 'variant')) then variant_get(`document`, '$["size"]', 'variant') end as double) end as decimal(38, 10)) as double) = cast(case when regexp_like(schema_of_variant(case when not is_variant_null(variant_get(`document`, '$["size"]', 'variant')) then variant_get(`document`, '$["size"]', 'variant') end), '^(TINYINT|SMALLINT|INT|BIGINT|DECIMAL|FLOAT|DOUBLE)') then try_cast(case when not is_variant_null(variant_get(`document`, '$["size"]', 'variant')) then variant_get(`document`, '$["size"]', 'variant') end as double) end as double) and mod(try_cast(case when regexp_like(schema_of_variant(case when not is_variant_null(variant_get(`document`, '$["size"]', 'variant')) then variant_get(`document`, '$["size"]', 'variant') end), '^(TINYINT|SMALLINT|INT|BIGINT|DECIMAL|FLOAT|DOUBLE)') then try_cast(case when not is_variant_null(variant_get(`document`, '$["size"]', 'variant')) then variant_get(`document`, '$["size"]', 'variant') end as double) end as decimal(38, 10)), 0.5) = 0, case when regexp_like(schema_of_variant(case when not is_variant_null(variant_get(`document`, '$["size"]', 'variant')) then variant_get(`document`, '$["size"]', 'variant') end), '^(TINYINT|SMALLINT|INT|BIGINT|DECIMAL|FLOAT|DOUBLE)') then try_cast(case when not is_variant_null(variant_get(`document`, '$["size"]', 'variant')) then variant_get(`document`, '$["size"]', 'variant') end as double) end is null)) as `count_0`
from t;

-- document variant {"kind":"unique-items"} .tags
select count_if(array_size(array_distinct(transform(try_cast(case when not is_variant_null(variant_get(`document`, '$["tags"]', 'variant')) then variant_get(`document`, '$["tags"]', 'variant') end as array<variant>), item -> to_json(item)))) < array_size(try_cast(case when not is_variant_null(variant_get(`document`, '$["tags"]', 'variant')) then variant_get(`document`, '$["tags"]', 'variant') end as array<variant>))) as `count_0`
from t;

-- document variant {"kind":"max-length","length":9} .tags []
select count_if(exists(try_cast(case when not is_variant_null(variant_get(`document`, '$["tags"]', 'variant')) then variant_get(`document`, '$["tags"]', 'variant') end as array<variant>), item_1 -> char_length(cast(case when not is_variant_null(item_1) then item_1 end as string)) > 9)) as `count_0`
from t;

-- document variant {"kind":"not-missing"} .o'dd"\
-- not expressible: A member with both quotation marks in its name cannot be checked on databricks;

-- document variant {"kind":"not-missing"} .owner .address .o'dd"\
-- not expressible: A member with both quotation marks in its name cannot be checked on databricks;

-- address struct<city:string,lines:array<struct<number:int>>> {"kind":"min-length","length":1} .city
select count_if(char_length(`address`.`city`) < 1) as `count_0`
from t;

-- address struct<city:string,lines:array<struct<number:int>>> {"kind":"minimum","bound":1} .lines [] .number
select count_if(exists(`address`.`lines`, item_1 -> item_1.`number` < 1)) as `count_0`
from t;

-- document variant {"kind":"minimum","bound":1} [] [] .number
select count_if(exists(try_cast(`document` as array<variant>), item_1 -> exists(try_cast(case when not is_variant_null(item_1) then item_1 end as array<variant>), item_2 -> case when regexp_like(schema_of_variant(case when not is_variant_null(variant_get(case when not is_variant_null(item_2) then item_2 end, '$["number"]', 'variant')) then variant_get(case when not is_variant_null(item_2) then item_2 end, '$["number"]', 'variant') end), '^(TINYINT|SMALLINT|INT|BIGINT|DECIMAL|FLOAT|DOUBLE)') then try_cast(case when not is_variant_null(variant_get(case when not is_variant_null(item_2) then item_2 end, '$["number"]', 'variant')) then variant_get(case when not is_variant_null(item_2) then item_2 end, '$["number"]', 'variant') end as double) end < 1))) as `count_0`
from t;

-- prices map<string,double> {"kind":"minimum","bound":0} .eur
select count_if(try_element_at(`prices`, 'eur') < 0) as `count_0`
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
group by to_json(`document`), `words`) all_groups;

-- duplicate samples
select left(`text`, 201) as `text`, count(*) as `duplicate_count`
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
from (select `text` as `key_0`, left(`text`, 201) as `shown_0`
from t
where `text` is not null) child_rows
where not exists (select 1 from (select `text` as `key_0`
from p) parent_rows where parent_rows.`key_0` = child_rows.`key_0`)
limit 5;

-- frequency
select max(`moment`) as `newest`, max(`gap`) as `largest_gap`
from (select `moment` as `moment`, `moment` - lag(`moment`) over (order by `moment`) as `gap`
from (select unix_micros(cast(`at` as timestamp)) / 1000000 as `moment`
from t
where unix_micros(cast(`at` as timestamp)) / 1000000 is not null
group by unix_micros(cast(`at` as timestamp)) / 1000000) moments) gaps;

-- texts
select `text` as `text`, cast(`whole` as string) as `whole`, cast(`amount` as string) as `amount`, cast(`flag` as string) as `flag`, cast(`day` as string) as `day`, cast(`at` as string) as `at`, cast(`local_at` as string) as `local_at`, `clock` as `clock`, cast(`document` as string) as `document`, to_json(`words`) as `words`, to_json(`address`) as `address`, to_json(`prices`) as `prices`
from t
where 1 = 1
limit 5;

-- one scan
select count(*) as `row_count`,
  max(unix_micros(cast(`local_at` as timestamp)) / 1000000) as `newest`,
  min(unix_micros(cast(`day` as timestamp)) / 1000000) as `oldest`,
  count_if(array_size(`words`) > 1) as `count_1`,
  count_if(1 = 0) as `o"dd]``name`
from t;
