import { documentOf, json, members, put } from './request.ts';
import type { HostileRequest } from './request.ts';

export function* otherBodies(): Generator<HostileRequest> {
  const post = (what: string, path: string, body: string, contentType = json): HostileRequest => ({
    what,
    method: 'POST',
    path,
    contentType,
    body,
  });
  yield put('customization, 300,000 members', 'settings/customization', `{${members(300_000)}}`);
  yield put(
    'customization, empty arrays',
    'settings/customization',
    documentOf('{"a":[', '[]', ']}'),
  );
  yield post('cost, empty arrays', '/api/costs', documentOf('{"a":[', '[]', ']}'));
  yield post(
    'drift, wrong',
    '/api/access/drift',
    documentOf('{"platform":"a","differences":[', '{}', ']}'),
  );
  yield post(
    'drift, 19,000 violations',
    '/api/access/drift',
    documentOf('{"platform":"a","differences":[', '[]', ']}', 56_000),
  );
  const check = '{"type":"a","result":"passed","name":"b","model":"m","field":"f"}';
  const results =
    '{"id":"stalls","dataContractId":"stalls","dataContractVersion":"1.0.0","timestampStart":"2026-01-01T00:00:00Z","timestampEnd":"2026-01-01T00:00:00Z","result":"passed","checks":[';
  yield post('test results, 75,000 checks', '/api/test-results', documentOf(results, check, ']}'));
  yield post(
    'test results again',
    '/api/test-results',
    documentOf(results, check, ']}').replace(
      '"result":"passed","checks"',
      '"result":"passed" ,"checks"',
    ),
  );
  yield post('test results, wrong', '/api/test-results', documentOf(results, '[]', ']}'));
  yield post('session', '/ui/session', documentOf('{"a":[', '[]', ']}'));
  yield post('session, wrong key', '/ui/session', documentOf('{"apiKey":"a","b":[', '[]', ']}'));
}

export function* messagingBodies(): Generator<HostileRequest> {
  const post = (what: string, body: string, contentType: string): HostileRequest => ({
    what: `message, ${what}`,
    method: 'POST',
    path: '/v1/messages',
    contentType,
    body,
    token: true,
  });
  const form = 'application/x-www-form-urlencoded';
  yield post('5 MB of &', '&'.repeat(4.9e6), form);
  yield post('percent signs', `a=${'%'.repeat(4.9e6)}`, form);
  yield post('encoded', `a=${'%41'.repeat(1.6e6)}`, form);
  yield post('long name', `${'['.repeat(4.9e6)}=1`, form);
  yield post('pluses', `a=${'+'.repeat(4.9e6)}`, form);
  yield post('JSON, empty arrays', documentOf('{"a":[', '[]', ']}'), json);
  const multipart = 'multipart/form-data; boundary=b';
  yield post(
    'multipart, dashes',
    `--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'\r\n--'.repeat(1.2e6)}\r\n--b--\r\n`,
    multipart,
  );
  yield post('multipart, no parts', '--b\r\n\r\n'.repeat(6e5), multipart);
  yield post('multipart, header', `--b\r\n${'a'.repeat(4.9e6)}`, multipart);
}
