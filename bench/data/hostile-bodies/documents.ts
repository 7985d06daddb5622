import {
  contractHead,
  deep,
  documentOf,
  filled,
  largeContract,
  megabyte,
  members,
  put,
  wrap,
  yaml,
} from './request.ts';
import type { HostileRequest } from './request.ts';

/** Documents of all kinds, as JSON: accepted ones first. */
export function* jsonDocuments(): Generator<HostileRequest> {
  const asset = 'assets/stalls';
  yield put('asset, 300,000 members', asset, wrap('{"custom":{', members(300_000), '}}'));
  yield put('asset, 1.6 M empty arrays', asset, documentOf('{"custom":{"a":[', '[]', ']}}'));
  yield put('asset, 4.9 MB of zeros', asset, documentOf('{"custom":{"a":[', '0', ']}}'));
  yield put('asset, one text', asset, `{"custom":{"a":"${'x'.repeat(4.9 * megabyte)}"}}`);
  yield put('asset, text of escapes', asset, `{"custom":{"a":"${filled('\\n', 4.9e6)}n"}}`);
  yield put('asset, 1.2 M tags', asset, documentOf('{"tags":[', '"a"', ']}'));
  yield put('asset, deep', asset, documentOf('{"custom":{"a":[', deep('[', ']', 60), ']}}'));
  yield put('asset, too deep', asset, `{"custom":${deep('[', ']', 2.4 * megabyte)}}`);
  yield put('asset, duplicate names', asset, documentOf('{"custom":{', '"a":1', '}}'));
  yield put('asset, 150,000 unknown members', asset, `{${members(300_000)}}`);
  const links = members(300_000).replaceAll(':1', ':"a"');
  yield put('asset, 300,000 links', asset, wrap('{"links":{', links, '}}'));
  yield put(
    'asset, 100,000 references',
    asset,
    wrap(
      '{"relationships":[',
      Array.from({ length: 90_000 }, (_, index) => `{"assetId":"a${index}"}`).join(','),
      ']}',
    ),
  );
  const names = Array.from({ length: 70 }, (_, index) => `"${'n'.repeat(70_000)}${index}":1`);
  yield put('asset, long names', asset, wrap('{"custom":{', names.join(','), '}}'));
  yield put('asset, broken at its end', asset, documentOf('{"custom":{"a":[', '[]', ']}'));
  yield put('asset, wrong links', asset, wrap('{"links":{', members(300_000), '}}'));
  yield put('asset, 19,000 wrong tags', asset, documentOf('{"tags":[', '1', ']}', 38_000));
  yield put(
    'definition, no owner',
    'definitions/stalls',
    documentOf('{"custom":{"a":[', '[]', ']}}'),
  );
  yield put(
    'team, tags',
    'teams/stalls-2',
    documentOf('{"name":"a","type":"Team","tags":[', '"a"', ']}'),
  );
  yield put(
    'example data',
    'example-data/stalls',
    documentOf('{"dataProductId":"p","data":[', '{}', ']}'),
  );
  // Just below and above the length from which another process reads a body.
  for (const kilobytes of [32, 60]) {
    const body = documentOf('{"tags":[', '[]', ']}', kilobytes * 1_000);
    yield put(`asset, wrong tags, ${kilobytes} kB`, asset, body);
  }
}

/** Contracts and products, which are validated and compared in more depth. */
export function* standardDocuments(): Generator<HostileRequest> {
  const contract = 'datacontracts/stalls';
  const head = contractHead('stalls');
  yield put(
    'contract, 1.6 M empty arrays',
    contract,
    documentOf(`{${head},"schema":[`, '[]', ']}'),
  );
  for (const kilobytes of [32, 57]) {
    const body = documentOf(`{${head},"schema":[`, '[]', ']}', kilobytes * 1_000);
    yield put(`contract, wrong tables, ${kilobytes} kB`, contract, body);
  }
  yield put(
    'contract, 1.6 M empty objects',
    contract,
    documentOf(`{${head},"schema":[`, '{}', ']}'),
  );
  const wrongNames = documentOf(
    `{${head},"schema":[{"name":"t","properties":[`,
    '{"name":1}',
    ']}]}',
    60_000 * 11,
  );
  yield put('contract, 60,000 wrong names', contract, wrongNames);
  yield put('contract, 60,000 columns', contract, largeContract('stalls', '1.0.0', 60_000, 'text'));
  yield put(
    'the same, every column changed',
    contract,
    largeContract('stalls', '2.0.0', 60_000, 'other'),
  );
  yield put('the same again', contract, largeContract('stalls', '2.0.0', 60_000, 'other'));
  yield {
    ...put(
      'verdict on it',
      `${contract}/changes`,
      largeContract('stalls', '3.0.0', 60_000, 'third'),
    ),
    method: 'POST',
  };
  const properties = documentOf(
    `{${head},"customProperties":[`,
    '{"property":"a","value":1}',
    ']}',
  );
  yield put('contract, custom properties', 'datacontracts/stalls-2', properties);
  const port = (index: number): string =>
    `{"name":"p${index}","version":"1","contractId":"c${index}"}`;
  const ports = Array.from({ length: 90_000 }, (_, index) => port(index)).join(',');
  const product =
    '"apiVersion":"v1.0.0","kind":"DataProduct","id":"stalls","status":"active","team":{"name":"stalls"}';
  yield put(
    'product, 90,000 ports',
    'dataproducts/stalls',
    `{${product},"outputPorts":[${ports}]}`,
  );
  yield put(
    'product, ports changed',
    'dataproducts/stalls',
    `{${product},"outputPorts":[${ports.replaceAll('"version":"1"', '"version":"2"')}]}`,
  );
}

export function* yamlDocuments(): Generator<HostileRequest> {
  const contract = 'datacontracts/stalls-yaml';
  const head = `{${contractHead('stalls-yaml')},"schema": [`;
  for (const length of [7_900, 16_000, 63_000, 400_000, 4.9 * megabyte]) {
    const size = `${Math.round(length / 1000)} kB`;
    yield put(
      `YAML contract, empty lists, ${size}`,
      contract,
      documentOf(head, '[]', ']}', length),
      yaml,
    );
    yield put(
      `YAML contract, empty objects, ${size}`,
      contract,
      `{${contractHead('stalls-yaml')}}\n`.replace('}\n', `, schema: [${filled('{},', length)}]}`),
      yaml,
    );
  }
  const lines = Array.from({ length: 190_000 }, (_, index) => `  m${index.toString(36)}: 1`);
  yield put(
    'YAML asset, 190,000 lines',
    'assets/stalls-yaml',
    `custom:\n${lines.join('\n')}\n`,
    yaml,
  );
  yield put(
    'YAML asset, one text',
    'assets/stalls-yaml',
    `custom: {a: "${'x '.repeat(2.4e6)}"}`,
    yaml,
  );
  const twice = Array.from({ length: 60_000 }, () => 'a: 1').join('\n');
  yield put('YAML, duplicate keys', 'assets/stalls-yaml', twice, yaml);
  const aliases = `custom: {a: &a [${filled('0,', 3_000)}], b: [${filled('*a,', 300)}]}`;
  yield put('YAML, aliases', 'assets/stalls-yaml', aliases, yaml);
  yield put('YAML, deep', 'assets/stalls-yaml', '['.repeat(60_000), yaml);
  yield put('YAML, deep block', 'assets/stalls-yaml', '- '.repeat(2_000_000), yaml);
  yield put('YAML of one kind of key', 'assets/stalls-yaml', `? ${'[a, '.repeat(20_000)}`, yaml);
  yield put(
    'contract as YAML, 60,000 columns',
    'datacontracts/stalls-yaml',
    largeContract('stalls-yaml', '1.0.0', 12_000, 'text').replaceAll('},{', '},\n{'),
    yaml,
  );
}
