import type { Context } from 'koa';
import type { Inspection } from '../../../api/create-router.ts';
import { messagingInterface } from '../../../api/messaging/interface.ts';
import { catalogInterface } from '../../../api/openapi/catalog.ts';
import { requestHeadersOf, responseHeadersOf } from '../../../api/openapi/declared-headers.ts';
import { errorsByStatus } from '../../../api/openapi/responses.ts';
import type { Route } from '../../../api/route.ts';
import type { Answer } from '../../../api/exchange.ts';
import { validateWith } from '../../../domain/validation/validation.ts';

/** Headers of credentials and of HTTP itself, which OpenAPI does not describe as parameters. */
const ownRequestHeaders = new Set([
  'accept',
  'accept-encoding',
  'authorization',
  'content-type',
  'cookie',
  'host',
  'origin',
  'user-agent',
  'x-api-key',
]);

/** Headers of HTTP itself, and those that every answer has. */
const ownResponseHeaders = new Set([
  'cache-control',
  'content-encoding',
  'content-length',
  'content-security-policy',
  'content-type',
  'referrer-policy',
  'x-accel-buffering',
  'x-concordat-build',
  'x-content-type-options',
  'x-request-id',
]);

const catalog = catalogInterface('');

/** Fails requests whose route does not declare what happens, and remembers it for `assertDeclared`, because clients may try again. */
export function createInspection(): { inspect: Inspection; assertDeclared: () => void } {
  const found = new Set<string>();
  const check = (problems: readonly string[]): void => {
    for (const problem of problems) found.add(problem);
    if (problems.length > 0) throw new Error(problems.join('\n'));
  };
  const inspect: Inspection = {
    header: (route, name) => check(problemsOfHeader(route, name)),
    answer: (route, answer) => check(problemsOfAnswer(route, answer)),
    end: (route, ctx) => check(problemsOfEnd(route, ctx)),
  };
  const assertDeclared = (): void => {
    if (found.size > 0) throw new Error([...found].join('\n'));
  };
  return { inspect, assertDeclared };
}

function problemsOfHeader(route: Route, name: string): string[] {
  const isDeclared = ownRequestHeaders.has(name) || requestHeadersOf(route).includes(name as never);
  return isDeclared ? [] : [`${nameOf(route)} takes ${name}, which is not declared`];
}

/** What the schema of an answer does not allow. */
function problemsOfAnswer(route: Route, answer: Answer): string[] {
  const declared = route.answers[answer.status];
  if (!declared?.schema || answer.stream || answer.bytes) return [];
  if (declared.mayBeEmpty && answer.json === undefined && answer.text === undefined) return [];
  const isText = answer.contentType !== undefined && !answer.contentType.includes('json');
  const sent = answer.text ?? JSON.stringify(answer.json);
  const value: unknown = isText ? sent : JSON.parse(sent);
  const violations = validateWith(declared.schema, value);
  const where = `${nameOf(route)} ${answer.status}`;
  return violations.slice(0, 1).map(({ field, message }) => `${where}: ${field} ${message}`);
}

/** A status, an error code or a header that is not declared. */
export function problemsOfEnd(route: Route, ctx: Pick<Context, 'status' | 'response' | 'body'>) {
  const { status, response, body } = ctx;
  const where = `${nameOf(route)} ${status}`;
  const declared = new Set<string>(responseHeadersOf(route, status));
  const headers = Object.keys(response.headers)
    .filter((name) => !ownResponseHeaders.has(name) && !declared.has(name))
    .map((name) => `${where} has the header ${name}, which is not declared`);
  return [...headers, ...problemsOfStatus(route, status, body).map((what) => `${where}${what}`)];
}

function problemsOfStatus(route: Route, status: number, body: unknown): string[] {
  // Rehearsals answer 200, and 500 is the default of every operation.
  if (status in route.answers || (status === 200 && route.dryRun === true)) return [];
  if (status === 500) return [];
  const about = route.path.startsWith('/v1/') ? messagingInterface : catalog;
  const codes = errorsByStatus(route, about).get(status);
  if (!codes) return [` is not declared: ${String(body)}`];
  // Errors of OTLP and OAuth have codes of their own.
  if (route.errors !== undefined) return [];
  const { code } = JSON.parse(String(body)) as { code?: string };
  return code === undefined || codes.includes(code as never)
    ? []
    : [` has the code ${code}, which is not declared`];
}

const nameOf = ({ method, path }: Route): string => `${method} ${path}`;
