import { Type } from '@sinclair/typebox';
import { defineRoute } from '../../../api/route.ts';
import { createInspection, problemsOfEnd } from '../../support/http/inspection.ts';

const route = defineRoute({
  method: 'GET',
  path: '/api/things/:id',
  name: 'getThing',
  summary: 'Get a thing',
  tag: 'things',
  sends: ['etag'],
  answers: { 200: { description: 'The thing', schema: Type.Object({ id: Type.String() }) } },
  handle: () => Promise.resolve({ status: 200 }),
});

const problems = (status: number, headers: Record<string, string>, body = '') =>
  problemsOfEnd(route, { status, response: { headers }, body } as never);

it('accepts what follows from the declaration', () => {
  expect(problems(200, { etag: '"1"', 'x-request-id': 'a' })).toEqual([]);
  expect(problems(403, {}, '{"code":"api_key_missing"}')).toEqual([]);
  expect(problems(503, { 'retry-after': '2' }, '{"code":"unavailable"}')).toEqual([]);
});

it('finds a status, a code and a header that are not declared', () => {
  expect(problems(201, {})).toEqual(['GET /api/things/:id 201 is not declared: ']);
  expect(problems(409, {}, '{"code":"in_use"}')).toHaveLength(1);
  expect(problems(404, {}, '{"code":"gone"}')).toEqual([
    'GET /api/things/:id 404 has the code gone, which is not declared',
  ]);
  expect(problems(200, { location: '/x' })).toEqual([
    'GET /api/things/:id 200 has the header location, which is not declared',
  ]);
});

it('finds a header that is read, and an answer that its schema does not allow, and remembers both', () => {
  const { inspect, assertDeclared } = createInspection();
  inspect.header(route, 'x-api-key');
  expect(assertDeclared).not.toThrow();
  expect(() => inspect.header(route, 'if-match')).toThrow('takes if-match');
  expect(() => inspect.answer(route, { status: 200, json: {} })).toThrow('id is required');
  expect(assertDeclared).toThrow('takes if-match');
});
