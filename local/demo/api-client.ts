import { messageOf, problem } from '../problem.ts';

/** An answer of the API. */
export type ApiAnswer = { status: number; text: string };

export type ApiRequest = {
  body?: string;
  /** Accepted statuses besides success. */
  accept?: number[];
  headers?: Record<string, string>;
};

/** Calls the public API with a key; any other answer than success throws an error with the refusal. */
export type Api = (method: string, path: string, request?: ApiRequest) => Promise<ApiAnswer>;

const answerWithinMs = 60_000;

/** Creates a client for an API address and a key. */
export function createApi(address: string, key: string): Api {
  return (method, path, request) =>
    callApi(`${address}${path}`, method, { 'x-api-key': key }, request);
}

/** Sends one request; any other answer than success or those accepted throws an error with the refusal. */
export async function callApi(
  url: string,
  method: string,
  credentials: Record<string, string>,
  { body, accept = [], headers = {} }: ApiRequest = {},
): Promise<ApiAnswer> {
  const type = body === undefined ? {} : { 'content-type': 'application/yaml' };
  const answer = await send(url, {
    method,
    headers: { ...credentials, ...type, ...headers },
    ...(body === undefined ? {} : { body }),
    signal: AbortSignal.timeout(answerWithinMs),
  });
  if (answer.status < 300 || accept.includes(answer.status)) return answer;
  throw problem(
    `The API refused ${method} ${new URL(url).pathname} (${answer.status}): ${detailOf(answer.text)}`,
  );
}

async function send(url: string, init: RequestInit): Promise<ApiAnswer> {
  try {
    const response = await fetch(url, init);
    return { status: response.status, text: await response.text() };
  } catch (error) {
    throw problem(`The API did not answer at ${url} (${messageOf(error)}).`);
  }
}

function detailOf(text: string): string {
  try {
    const { detail } = JSON.parse(text) as { detail?: string };
    return detail ?? text.slice(0, 300);
  } catch {
    return text.slice(0, 300);
  }
}
