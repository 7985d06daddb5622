-- text varchar(100) {"kind":"not-missing"}
select count(case when [text] is null then 1 end) as [count_0]
from t;

-- text varchar(100) {"kind":"not-missing-values","values":["","N/A",0]}
select count(case when [text] is null or (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) in (N'', N'N/A', N'0') then 1 end) as [count_0]
from t;

-- text varchar(100) {"kind":"min-length","length":2}
select count(case when len(replace((cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2), N' ', N'.') collate Latin1_General_100_CI_AS_SC) < 2 then 1 end) as [count_0]
from t;

-- whole bigint {"kind":"max-length","length":9}
select count(case when len(replace((cast([whole] as nvarchar(4000)) collate Latin1_General_100_BIN2), N' ', N'.') collate Latin1_General_100_CI_AS_SC) > 9 then 1 end) as [count_0]
from t;

-- text varchar(100) {"kind":"pattern","pattern":"^ORD-[0-9]{4,6}$"}
select count(case when not ((cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) like N'ORD-[0-9][0-9][0-9][0-9]' escape N'\' or (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) like N'ORD-[0-9][0-9][0-9][0-9][0-9]' escape N'\' or (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) like N'ORD-[0-9][0-9][0-9][0-9][0-9][0-9]' escape N'\') then 1 end) as [count_0]
from t;

-- text varchar(100) {"kind":"pattern","pattern":"^[A-Z]{2}\\d+$"}
select count(case when not (((cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) like N'[A-Z][A-Z][0-9]%' escape N'\' and not stuff((cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2), 1, 2, N'') like N'%[^0-9]%' escape N'\')) then 1 end) as [count_0]
from t;

-- flag bit {"kind":"pattern","pattern":"true|false"}
select count(case when not ((case [flag] when 1 then N'true' when 0 then N'false' end collate Latin1_General_100_BIN2) like N'%true%' escape N'\' or (case [flag] when 1 then N'true' when 0 then N'false' end collate Latin1_General_100_BIN2) like N'%false%' escape N'\') then 1 end) as [count_0]
from t;

-- text varchar(100) {"kind":"format","format":"uuid"}
select count(case when not ((cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) like N'[0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f]-[0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f]-[0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f]-[0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f]-[0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f]' escape N'\') then 1 end) as [count_0]
from t;

-- text varchar(100) {"kind":"format","format":"email"}
select count(case when not (case when (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) is null or ((cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) like N'_%@_%' escape N'\' and not (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) like N'%@%@%' escape N'\' and not stuff((cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2), charindex(N'@', (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2)), 4000, N'') like N'%[^A-Za-z0-9.!#$%&''*+/=?\^_`{|}~\-]%' escape N'\' and not stuff((cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2), 1, charindex(N'@', (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2)), N'') like N'%[^A-Za-z0-9.\-]%' escape N'\' and stuff((cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2), 1, charindex(N'@', (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2)), N'') like N'[A-Za-z0-9]%' escape N'\' and stuff((cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2), 1, charindex(N'@', (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2)), N'') like N'%[A-Za-z0-9]' escape N'\' and not stuff((cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2), 1, charindex(N'@', (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2)), N'') like N'%..%' escape N'\' and not stuff((cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2), 1, charindex(N'@', (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2)), N'') like N'%.-%' escape N'\' and not stuff((cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2), 1, charindex(N'@', (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2)), N'') like N'%-.%' escape N'\' and not stuff((cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2), 1, charindex(N'@', (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2)), N'') like N'%[^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.]%' escape N'\') then 1 else 0 end = 1) then 1 end) as [count_0]
from t;

-- text varchar(100) {"kind":"format","format":"ipv4"}
select count(case when not (case when (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) is null or (not (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) like N'%[^0-9.]%' escape N'\' and cast(try_cast(parsename((cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2), 1) as tinyint) as nvarchar(3)) = parsename((cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2), 1) and cast(try_cast(parsename((cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2), 2) as tinyint) as nvarchar(3)) = parsename((cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2), 2) and cast(try_cast(parsename((cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2), 3) as tinyint) as nvarchar(3)) = parsename((cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2), 3) and cast(try_cast(parsename((cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2), 4) as tinyint) as nvarchar(3)) = parsename((cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2), 4)) then 1 else 0 end = 1) then 1 end) as [count_0]
from t;

-- text varchar(100) {"kind":"format","format":"ipv6"}
-- not expressible: The pattern '^(([0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}|([0-9A-Fa-f]{1,4}:){1,7}:|([0-9A-Fa-f]{1,4}:){1,1}(:[0-9A-Fa-f]{1,4}){1,6}|([0-9A-Fa-f]{1,4}:){1,2}(:[0-9A-Fa-f]{1,4}){1,5}|([0-9A-Fa-f]{1,4}:){1,3}(:[0-9A-Fa-f]{1,4}){1,4}|([0-9A-Fa-f]{1,4}:){1,4}(:[0-9A-Fa-f]{1,4}){1,3}|([0-9A-Fa-f]{1,4}:){1,5}(:[0-9A-Fa-f]{1,4}){1,2}|([0-9A-Fa-f]{1,4}:){1,6}(:[0-9A-Fa-f]{1,4}){1,1}|:((:[0-9A-Fa-f]{1,4}){1,7}|:)|([0-9A-Fa-f]{1,4}:){6}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}|::([0-9A-Fa-f]{1,4}:){0,5}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}|([0-9A-Fa-f]{1,4}:){1}:([0-9A-Fa-f]{1,4}:){0,4}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}|([0-9A-Fa-f]{1,4}:){2}:([0-9A-Fa-f]{1,4}:){0,3}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}|([0-9A-Fa-f]{1,4}:){3}:([0-9A-Fa-f]{1,4}:){0,2}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}|([0-9A-Fa-f]{1,4}:){4}:([0-9A-Fa-f]{1,4}:){0,1}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}|([0-9A-Fa-f]{1,4}:){5}:([0-9A-Fa-f]{1,4}:){0,0}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])([.](25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3})$' cannot be checked on SQL Server, whose LIKE is no regular expression: it has too many alternatives. From SQL Server 2025 on and in Azure SQL a rule of type sql can use REGEXP_LIKE;

-- text varchar(100) {"kind":"format","format":"hostname"}
select count(case when not (case when (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) is null or (not (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) like N'%[^A-Za-z0-9.\-]%' escape N'\' and (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) like N'[A-Za-z0-9]%' escape N'\' and (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) like N'%[A-Za-z0-9]' escape N'\' and not (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) like N'%..%' escape N'\' and not (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) like N'%.-%' escape N'\' and not (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) like N'%-.%' escape N'\' and not (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) like N'%[^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.][^.]%' escape N'\') then 1 else 0 end = 1) then 1 end) as [count_0]
from t;

-- text varchar(100) {"kind":"format","format":"uri"}
select count(case when not (case when (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) is null or ((cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) like N'[A-Za-z]%:_%' escape N'\' and not stuff((cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2), charindex(N':', (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2)), 4000, N'') like N'%[^A-Za-z0-9+.\-]%' escape N'\' and not stuff((cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2), 1, charindex(N':', (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2)), N'') like N'%[^A-Za-z0-9._~:/?#@!$&''()*+,;=%\[\]\-]%' escape N'\' and not stuff((cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2), 1, charindex(N':', (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2)), N'') like N'%[%][^0-9A-Fa-f]%' escape N'\' and not stuff((cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2), 1, charindex(N':', (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2)), N'') like N'%[%]_[^0-9A-Fa-f]%' escape N'\' and not stuff((cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2), 1, charindex(N':', (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2)), N'') like N'%[%]' escape N'\' and not stuff((cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2), 1, charindex(N':', (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2)), N'') like N'%[%]_' escape N'\') then 1 else 0 end = 1) then 1 end) as [count_0]
from t;

-- text varchar(100) {"kind":"format","format":"byte"}
select count(case when not (case when (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) is null or (datalength((cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2)) / 2 % 4 = 0 and not (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) like N'%[^A-Za-z0-9+/=]%' escape N'\' and not (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) like N'%=[^=]%' escape N'\' and not (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) like N'%===%' escape N'\') then 1 else 0 end = 1) then 1 end) as [count_0]
from t;

-- text varchar(100) {"kind":"format","format":"binary"}
select count(case when 1 = 0 then 1 end) as [count_0]
from t;

-- text varchar(100) {"kind":"date-format","format":"yyyy-MM-dd"}
select count(case when not ((cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) like N'[0-9][0-9][0-9][0-9]-0[1-9]-0[1-9]' escape N'\' or (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) like N'[0-9][0-9][0-9][0-9]-0[1-9]-[12][0-9]' escape N'\' or (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) like N'[0-9][0-9][0-9][0-9]-0[1-9]-3[01]' escape N'\' or (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) like N'[0-9][0-9][0-9][0-9]-1[0-2]-0[1-9]' escape N'\' or (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) like N'[0-9][0-9][0-9][0-9]-1[0-2]-[12][0-9]' escape N'\' or (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) like N'[0-9][0-9][0-9][0-9]-1[0-2]-3[01]' escape N'\') then 1 end) as [count_0]
from t;

-- day date {"kind":"date-format","format":"yyyy-MM-dd"}
select count(case when 1 = 0 then 1 end) as [count_0]
from t;

-- whole bigint {"kind":"minimum","bound":-5}
select count(case when [whole] < -5 then 1 end) as [count_0]
from t;

-- amount float {"kind":"maximum","bound":1.5}
select count(case when not ([amount] <= 1.5) then 1 end) as [count_0]
from t;

-- text varchar(100) {"kind":"minimum","bound":"b"}
select count(case when (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) < N'b' then 1 end) as [count_0]
from t;

-- day date {"kind":"minimum","bound":"2026-01-01"}
select count(case when [day] < cast(N'2026-01-01' as date) then 1 end) as [count_0]
from t;

-- at datetimeoffset(7) {"kind":"maximum","bound":"2026-01-01T10:00:00Z"}
select count(case when not ([at] <= cast(N'2026-01-01T10:00:00Z' as datetimeoffset)) then 1 end) as [count_0]
from t;

-- local_at datetime2(7) {"kind":"maximum","bound":"2026-01-01 10:00:00"}
select count(case when not ([local_at] <= cast(N'2026-01-01 10:00:00' as datetimeoffset)) then 1 end) as [count_0]
from t;

-- clock time(7) {"kind":"maximum","bound":"10:00:00"}
select count(case when not ([clock] <= cast(N'10:00:00' as time)) then 1 end) as [count_0]
from t;

-- amount float {"kind":"not-equal","value":0}
select count(case when [amount] = 0 then 1 end) as [count_0]
from t;

-- text varchar(100) {"kind":"one-of","values":["a","it's \\ \"quoted\" \\' -- `;\n\\\n${x}",5,true]}
select count(case when (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) not in (N'a', N'it''s \ "quoted" \'' -- `;
\' + N'
${x}', N'5', N'true') then 1 end) as [count_0]
from t;

-- whole bigint {"kind":"one-of","values":[1,2]}
select count(case when [whole] not in (1, 2) then 1 end) as [count_0]
from t;

-- flag bit {"kind":"one-of","values":[true]}
select count(case when [flag] not in (1) then 1 end) as [count_0]
from t;

-- text varchar(100) {"kind":"valid","values":["a"],"pattern":"b"}
select count(case when (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) not in (N'a') or not ((cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) like N'%b%' escape N'\') then 1 end) as [count_0]
from t;

-- whole bigint {"kind":"multiple-of","divisor":5}
select count(case when not (case when (cast(try_cast([whole] as decimal(38, 10)) as float) = cast([whole] as float) and try_cast([whole] as decimal(38, 10)) % 5 = 0) or [whole] is null then 1 else 0 end = 1) then 1 end) as [count_0]
from t;

-- amount float {"kind":"multiple-of","divisor":0.1}
select count(case when not (case when (cast(try_cast([amount] as decimal(38, 10)) as float) = cast([amount] as float) and try_cast([amount] as decimal(38, 10)) % 0.1 = 0) or [amount] is null then 1 else 0 end = 1) then 1 end) as [count_0]
from t;

-- words nvarchar(max) {"kind":"min-items","count":1}
select count([concordat_flag_0]) as [count_0]
from (select *, case when case when case when isjson([words]) = 1 and left(ltrim([words]), 1) = N'[' then [words] end is not null then (select count(*) from openjson(case when isjson([words]) = 1 and left(ltrim([words]), 1) = N'[' then [words] end)) end < 1 then 1 end as [concordat_flag_0]
from t) flagged_rows;

-- words nvarchar(max) {"kind":"max-items","count":3}
select count([concordat_flag_0]) as [count_0]
from (select *, case when case when case when isjson([words]) = 1 and left(ltrim([words]), 1) = N'[' then [words] end is not null then (select count(*) from openjson(case when isjson([words]) = 1 and left(ltrim([words]), 1) = N'[' then [words] end)) end > 3 then 1 end as [concordat_flag_0]
from t) flagged_rows;

-- words nvarchar(max) {"kind":"unique-items"}
select count([concordat_flag_0]) as [count_0]
from (select *, case when case when case when isjson([words]) = 1 and left(ltrim([words]), 1) = N'[' then [words] end is not null then (select count(distinct concat([type], N':', [value] collate Latin1_General_100_BIN2)) from openjson(case when isjson([words]) = 1 and left(ltrim([words]), 1) = N'[' then [words] end)) end < case when case when isjson([words]) = 1 and left(ltrim([words]), 1) = N'[' then [words] end is not null then (select count(*) from openjson(case when isjson([words]) = 1 and left(ltrim([words]), 1) = N'[' then [words] end)) end then 1 end as [concordat_flag_0]
from t) flagged_rows;

-- words nvarchar(max) {"kind":"min-length","length":1} []
select count([concordat_flag_0]) as [count_0]
from (select *, case when exists (select 1 from openjson(case when isjson([words]) = 1 and left(ltrim([words]), 1) = N'[' then [words] end) as item_1 where len(replace((item_1.[value] collate Latin1_General_100_BIN2), N' ', N'.') collate Latin1_General_100_CI_AS_SC) < 1) then 1 end as [concordat_flag_0]
from t) flagged_rows;

-- words nvarchar(max) {"kind":"not-missing"} []
select count([concordat_flag_0]) as [count_0]
from (select *, case when exists (select 1 from openjson(case when isjson([words]) = 1 and left(ltrim([words]), 1) = N'[' then [words] end) as item_1 where item_1.[value] is null) then 1 end as [concordat_flag_0]
from t) flagged_rows;

-- document nvarchar(max) {"kind":"min-properties","count":1}
select count([concordat_flag_0]) as [count_0]
from (select *, case when case when case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end is not null then (select count(*) from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end)) end < 1 then 1 end as [concordat_flag_0]
from t) flagged_rows;

-- prices nvarchar(max) {"kind":"max-properties","count":9}
select count([concordat_flag_0]) as [count_0]
from (select *, case when case when case when isjson([prices]) = 1 and left(ltrim([prices]), 1) = N'{' then [prices] end is not null then (select count(*) from openjson(case when isjson([prices]) = 1 and left(ltrim([prices]), 1) = N'{' then [prices] end)) end > 9 then 1 end as [concordat_flag_0]
from t) flagged_rows;

-- address nvarchar(max) {"kind":"max-properties","count":9}
select count([concordat_flag_0]) as [count_0]
from (select *, case when case when case when isjson([address]) = 1 and left(ltrim([address]), 1) = N'{' then [address] end is not null then (select count(*) from openjson(case when isjson([address]) = 1 and left(ltrim([address]), 1) = N'{' then [address] end)) end > 9 then 1 end as [concordat_flag_0]
from t) flagged_rows;

-- document nvarchar(max) {"kind":"has-member","member":"city"}
select count([concordat_flag_0]) as [count_0]
from (select *, case when [document] is not null and not exists (select 1 from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'city' collate Latin1_General_100_BIN2) then 1 end as [concordat_flag_0]
from t) flagged_rows;

-- address nvarchar(max) {"kind":"has-member","member":"City"}
select count([concordat_flag_0]) as [count_0]
from (select *, case when [address] is not null and not exists (select 1 from openjson(case when isjson([address]) = 1 and left(ltrim([address]), 1) = N'{' then [address] end) where [key] = N'City' collate Latin1_General_100_BIN2) then 1 end as [concordat_flag_0]
from t) flagged_rows;

-- address nvarchar(max) {"kind":"has-member","member":"street"}
select count([concordat_flag_0]) as [count_0]
from (select *, case when [address] is not null and not exists (select 1 from openjson(case when isjson([address]) = 1 and left(ltrim([address]), 1) = N'{' then [address] end) where [key] = N'street' collate Latin1_General_100_BIN2) then 1 end as [concordat_flag_0]
from t) flagged_rows;

-- prices nvarchar(max) {"kind":"has-member","member":"eur"}
select count([concordat_flag_0]) as [count_0]
from (select *, case when [prices] is not null and not exists (select 1 from openjson(case when isjson([prices]) = 1 and left(ltrim([prices]), 1) = N'{' then [prices] end) where [key] = N'eur' collate Latin1_General_100_BIN2) then 1 end as [concordat_flag_0]
from t) flagged_rows;

-- document nvarchar(max) {"kind":"not-missing"} .city
select count([concordat_flag_0]) as [count_0]
from (select *, case when not ([document] is null) and (select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'city' collate Latin1_General_100_BIN2) is null then 1 end as [concordat_flag_0]
from t) flagged_rows;

-- document nvarchar(max) {"kind":"pattern","pattern":"^B"} .city
select count([concordat_flag_0]) as [count_0]
from (select *, case when not (((select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'city' collate Latin1_General_100_BIN2) collate Latin1_General_100_BIN2) like N'B%' escape N'\') then 1 end as [concordat_flag_0]
from t) flagged_rows;

-- document nvarchar(max) {"kind":"minimum","bound":1} .floor
select count([concordat_flag_0]) as [count_0]
from (select *, case when try_cast((select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'floor' collate Latin1_General_100_BIN2 and [type] = 2) as float) < 1 then 1 end as [concordat_flag_0]
from t) flagged_rows;

-- document nvarchar(max) {"kind":"maximum","bound":"2026-01-01"} .since
select count([concordat_flag_0]) as [count_0]
from (select *, case when not (case when (((select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'since' collate Latin1_General_100_BIN2 and [type] = 1) collate Latin1_General_100_BIN2) like N'[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]' escape N'\') then try_cast((select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'since' collate Latin1_General_100_BIN2 and [type] = 1) as date) end <= cast(N'2026-01-01' as date)) then 1 end as [concordat_flag_0]
from t) flagged_rows;

-- document nvarchar(max) {"kind":"maximum","bound":"2026-01-01T00:00:00Z"} .at
select count([concordat_flag_0]) as [count_0]
from (select *, case when not (try_cast((select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'at' collate Latin1_General_100_BIN2 and [type] = 1) as datetimeoffset) <= cast(N'2026-01-01T00:00:00Z' as datetimeoffset)) then 1 end as [concordat_flag_0]
from t) flagged_rows;

-- document nvarchar(max) {"kind":"one-of","values":[true]} .open
select count([concordat_flag_0]) as [count_0]
from (select *, case when case (select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'open' collate Latin1_General_100_BIN2 and [type] = 3) when N'true' then 1 when N'false' then 0 end not in (1) or ((select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'open' collate Latin1_General_100_BIN2) is not null and case (select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'open' collate Latin1_General_100_BIN2 and [type] = 3) when N'true' then 1 when N'false' then 0 end is null) then 1 end as [concordat_flag_0]
from t) flagged_rows;

-- document nvarchar(max) {"kind":"castable","logicalType":"integer"} .floor
select count([concordat_flag_0]) as [count_0]
from (select *, case when (select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'floor' collate Latin1_General_100_BIN2) is not null and case when (floor(try_cast((select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'floor' collate Latin1_General_100_BIN2 and [type] = 2) as float)) = try_cast((select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'floor' collate Latin1_General_100_BIN2 and [type] = 2) as float)) then 0 else 1 end = 1 then 1 end as [concordat_flag_0]
from t) flagged_rows;

-- document nvarchar(max) {"kind":"castable","logicalType":"number"} .size
select count([concordat_flag_0]) as [count_0]
from (select *, case when (select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'size' collate Latin1_General_100_BIN2) is not null and case when ((select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'size' collate Latin1_General_100_BIN2 and [type] = 2) is not null) then 0 else 1 end = 1 then 1 end as [concordat_flag_0]
from t) flagged_rows;

-- document nvarchar(max) {"kind":"castable","logicalType":"boolean"} .open
select count([concordat_flag_0]) as [count_0]
from (select *, case when (select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'open' collate Latin1_General_100_BIN2) is not null and case when ((select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'open' collate Latin1_General_100_BIN2 and [type] = 3) is not null) then 0 else 1 end = 1 then 1 end as [concordat_flag_0]
from t) flagged_rows;

-- document nvarchar(max) {"kind":"castable","logicalType":"string"} .city
select count([concordat_flag_0]) as [count_0]
from (select *, case when (select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'city' collate Latin1_General_100_BIN2) is not null and case when ((select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'city' collate Latin1_General_100_BIN2 and [type] = 1) is not null) then 0 else 1 end = 1 then 1 end as [concordat_flag_0]
from t) flagged_rows;

-- document nvarchar(max) {"kind":"castable","logicalType":"date"} .since
select count([concordat_flag_0]) as [count_0]
from (select *, case when (select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'since' collate Latin1_General_100_BIN2) is not null and case when (case when (((select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'since' collate Latin1_General_100_BIN2 and [type] = 1) collate Latin1_General_100_BIN2) like N'[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]' escape N'\') then try_cast((select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'since' collate Latin1_General_100_BIN2 and [type] = 1) as date) end is not null) then 0 else 1 end = 1 then 1 end as [concordat_flag_0]
from t) flagged_rows;

-- document nvarchar(max) {"kind":"castable","logicalType":"time"} .opens
select count([concordat_flag_0]) as [count_0]
from (select *, case when (select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'opens' collate Latin1_General_100_BIN2) is not null and case when (try_cast((select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'opens' collate Latin1_General_100_BIN2 and [type] = 1) as time) is not null) then 0 else 1 end = 1 then 1 end as [concordat_flag_0]
from t) flagged_rows;

-- document nvarchar(max) {"kind":"castable","logicalType":"timestamp"} .at
select count([concordat_flag_0]) as [count_0]
from (select *, case when (select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'at' collate Latin1_General_100_BIN2) is not null and case when (try_cast((select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'at' collate Latin1_General_100_BIN2 and [type] = 1) as datetimeoffset) is not null) then 0 else 1 end = 1 then 1 end as [concordat_flag_0]
from t) flagged_rows;

-- document nvarchar(max) {"kind":"castable","logicalType":"array"} .tags
select count([concordat_flag_0]) as [count_0]
from (select *, case when (select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'tags' collate Latin1_General_100_BIN2) is not null and case when ((select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'tags' collate Latin1_General_100_BIN2 and [type] = 4) is not null) then 0 else 1 end = 1 then 1 end as [concordat_flag_0]
from t) flagged_rows;

-- document nvarchar(max) {"kind":"castable","logicalType":"object"} .owner
select count([concordat_flag_0]) as [count_0]
from (select *, case when (select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'owner' collate Latin1_General_100_BIN2) is not null and case when ((select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'owner' collate Latin1_General_100_BIN2 and [type] = 5) is not null) then 0 else 1 end = 1 then 1 end as [concordat_flag_0]
from t) flagged_rows;

-- document nvarchar(max) {"kind":"multiple-of","divisor":0.5} .size
select count([concordat_flag_0]) as [count_0]
from (select *, case when not (case when (cast(try_cast(try_cast((select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'size' collate Latin1_General_100_BIN2 and [type] = 2) as float) as decimal(38, 10)) as float) = cast(try_cast((select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'size' collate Latin1_General_100_BIN2 and [type] = 2) as float) as float) and try_cast(try_cast((select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'size' collate Latin1_General_100_BIN2 and [type] = 2) as float) as decimal(38, 10)) % 0.5 = 0) or try_cast((select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'size' collate Latin1_General_100_BIN2 and [type] = 2) as float) is null then 1 else 0 end = 1) then 1 end as [concordat_flag_0]
from t) flagged_rows;

-- document nvarchar(max) {"kind":"unique-items"} .tags
select count([concordat_flag_0]) as [count_0]
from (select *, case when case when (select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'tags' collate Latin1_General_100_BIN2 and [type] = 4) is not null then (select count(distinct concat([type], N':', [value] collate Latin1_General_100_BIN2)) from openjson((select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'tags' collate Latin1_General_100_BIN2 and [type] = 4))) end < case when (select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'tags' collate Latin1_General_100_BIN2 and [type] = 4) is not null then (select count(*) from openjson((select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'tags' collate Latin1_General_100_BIN2 and [type] = 4))) end then 1 end as [concordat_flag_0]
from t) flagged_rows;

-- document nvarchar(max) {"kind":"max-length","length":9} .tags []
select count([concordat_flag_0]) as [count_0]
from (select *, case when exists (select 1 from openjson((select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'tags' collate Latin1_General_100_BIN2 and [type] = 4)) as item_1 where len(replace((item_1.[value] collate Latin1_General_100_BIN2), N' ', N'.') collate Latin1_General_100_CI_AS_SC) > 9) then 1 end as [concordat_flag_0]
from t) flagged_rows;

-- document nvarchar(max) {"kind":"not-missing"} .o'dd"\
select count([concordat_flag_0]) as [count_0]
from (select *, case when not ([document] is null) and (select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'o''dd"\' collate Latin1_General_100_BIN2) is null then 1 end as [concordat_flag_0]
from t) flagged_rows;

-- document nvarchar(max) {"kind":"not-missing"} .owner .address .o'dd"\
select count([concordat_flag_0]) as [count_0]
from (select *, case when not ((select top (1) [value] from openjson((select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'owner' collate Latin1_General_100_BIN2 and [type] = 5)) where [key] = N'address' collate Latin1_General_100_BIN2) is null) and (select top (1) [value] from openjson((select top (1) [value] from openjson((select top (1) [value] from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'{' then [document] end) where [key] = N'owner' collate Latin1_General_100_BIN2 and [type] = 5)) where [key] = N'address' collate Latin1_General_100_BIN2 and [type] = 5)) where [key] = N'o''dd"\' collate Latin1_General_100_BIN2) is null then 1 end as [concordat_flag_0]
from t) flagged_rows;

-- address nvarchar(max) {"kind":"min-length","length":1} .city
select count([concordat_flag_0]) as [count_0]
from (select *, case when len(replace(((select top (1) [value] from openjson(case when isjson([address]) = 1 and left(ltrim([address]), 1) = N'{' then [address] end) where [key] = N'city' collate Latin1_General_100_BIN2) collate Latin1_General_100_BIN2), N' ', N'.') collate Latin1_General_100_CI_AS_SC) < 1 then 1 end as [concordat_flag_0]
from t) flagged_rows;

-- address nvarchar(max) {"kind":"minimum","bound":1} .lines [] .number
select count([concordat_flag_0]) as [count_0]
from (select *, case when exists (select 1 from openjson((select top (1) [value] from openjson(case when isjson([address]) = 1 and left(ltrim([address]), 1) = N'{' then [address] end) where [key] = N'lines' collate Latin1_General_100_BIN2 and [type] = 4)) as item_1 where try_cast((select top (1) [value] from openjson(case when item_1.[type] = 5 then item_1.[value] end) where [key] = N'number' collate Latin1_General_100_BIN2 and [type] = 2) as float) < 1) then 1 end as [concordat_flag_0]
from t) flagged_rows;

-- document nvarchar(max) {"kind":"minimum","bound":1} [] [] .number
select count([concordat_flag_0]) as [count_0]
from (select *, case when exists (select 1 from openjson(case when isjson([document]) = 1 and left(ltrim([document]), 1) = N'[' then [document] end) as item_1 where exists (select 1 from openjson(case when item_1.[type] = 4 then item_1.[value] end) as item_2 where try_cast((select top (1) [value] from openjson(case when item_2.[type] = 5 then item_2.[value] end) where [key] = N'number' collate Latin1_General_100_BIN2 and [type] = 2) as float) < 1)) then 1 end as [concordat_flag_0]
from t) flagged_rows;

-- prices nvarchar(max) {"kind":"minimum","bound":0} .eur
select count([concordat_flag_0]) as [count_0]
from (select *, case when try_cast((select top (1) [value] from openjson(case when isjson([prices]) = 1 and left(ltrim([prices]), 1) = N'{' then [prices] end) where [key] = N'eur' collate Latin1_General_100_BIN2 and [type] = 2) as float) < 0 then 1 end as [concordat_flag_0]
from t) flagged_rows;

-- duplicates
select count(*) as [duplicate_count]
from (select count(*) as [group_size]
from t
group by (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2), [whole]
having count(*) > 1) duplicate_groups;

-- duplicates with rows
select sum(case when [group_size] > 1 then 1 else 0 end) as [duplicate_count], sum([group_size]) as [row_count]
from (select count(*) as [group_size]
from t
group by ([document] collate Latin1_General_100_BIN2), ([words] collate Latin1_General_100_BIN2)) all_groups;

-- duplicate samples
select top (5) left((cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2), 201) as [text], count(*) as [duplicate_count]
from t
group by (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2)
having count(*) > 1
order by count(*) desc;

-- orphans
select count(*) as [orphan_count]
from (select (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) as [key_0]
from t
where (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) is not null) child_rows
where not exists (select 1 from (select (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) as [key_0]
from p) parent_rows where parent_rows.[key_0] = child_rows.[key_0]);

-- orphan samples
select top (5) child_rows.[shown_0] as [text]
from (select (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) as [key_0], left((cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2), 201) as [shown_0]
from t
where (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) is not null) child_rows
where not exists (select 1 from (select (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) as [key_0]
from p) parent_rows where parent_rows.[key_0] = child_rows.[key_0]);

-- frequency
select max([moment]) as [newest], max([gap]) as [largest_gap]
from (select [moment] as [moment], [moment] - lag([moment]) over (order by [moment]) as [gap]
from (select datediff_big(millisecond, cast(N'1970-01-01T00:00:00+00:00' as datetimeoffset), cast([at] as datetimeoffset)) / 1000.0 as [moment]
from t
where datediff_big(millisecond, cast(N'1970-01-01T00:00:00+00:00' as datetimeoffset), cast([at] as datetimeoffset)) / 1000.0 is not null
group by datediff_big(millisecond, cast(N'1970-01-01T00:00:00+00:00' as datetimeoffset), cast([at] as datetimeoffset)) / 1000.0) moments) gaps;

-- texts
select top (5) (cast([text] as nvarchar(100)) collate Latin1_General_100_BIN2) as [text], (cast([whole] as nvarchar(4000)) collate Latin1_General_100_BIN2) as [whole], (convert(nvarchar(50), [amount], 3) collate Latin1_General_100_BIN2) as [amount], (case [flag] when 1 then N'true' when 0 then N'false' end collate Latin1_General_100_BIN2) as [flag], (convert(nvarchar(40), [day], 121) collate Latin1_General_100_BIN2) as [day], (convert(nvarchar(40), [at], 121) collate Latin1_General_100_BIN2) as [at], (convert(nvarchar(40), [local_at], 121) collate Latin1_General_100_BIN2) as [local_at], (convert(nvarchar(40), [clock], 121) collate Latin1_General_100_BIN2) as [clock], ([document] collate Latin1_General_100_BIN2) as [document], ([words] collate Latin1_General_100_BIN2) as [words], ([address] collate Latin1_General_100_BIN2) as [address], ([prices] collate Latin1_General_100_BIN2) as [prices]
from t
where 1 = 1;

-- one scan
select count(*) as [row_count],
  max(datediff_big(millisecond, cast(N'1970-01-01T00:00:00+00:00' as datetimeoffset), cast([local_at] as datetimeoffset)) / 1000.0) as [newest],
  min(datediff_big(millisecond, cast(N'1970-01-01T00:00:00+00:00' as datetimeoffset), cast([day] as datetimeoffset)) / 1000.0) as [oldest],
  count([concordat_flag_0]) as [count_1],
  count(case when 1 = 0 then 1 end) as [o"dd]]`name]
from (select *, case when case when case when isjson([words]) = 1 and left(ltrim([words]), 1) = N'[' then [words] end is not null then (select count(*) from openjson(case when isjson([words]) = 1 and left(ltrim([words]), 1) = N'[' then [words] end)) end > 1 then 1 end as [concordat_flag_0]
from t) flagged_rows;
