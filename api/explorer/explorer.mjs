/** Fills the page of the explorer; it runs in the browser. The key stays in its input and is never stored. */

const byId = (id) => document.getElementById(id);

/** An element with attributes, listeners (`onclick`) and children; texts are never read as HTML. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== false)
      made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/** Replaces references by what they name; a schema that holds itself is cut there. */
function resolve(api, schema, path = []) {
  if (Array.isArray(schema)) return schema.map((item) => resolve(api, item, path));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref } = schema;
  if ($ref) {
    const name = $ref.split('/').at(-1);
    if (path.includes(name)) return { description: `${name} again` };
    return resolve(api, api.components.schemas[name], [...path, name]);
  }
  const members = Object.entries(schema).map(([key, value]) => [key, resolve(api, value, path)]);
  return Object.fromEntries(members);
}

const json = (value) => JSON.stringify(value, undefined, 2);

function folded(title, text) {
  return element('details', {}, element('summary', {}, title), element('pre', {}, text));
}

/** One row of a table of parameters, with the input for its value. */
function parameterRow(parameter, inputs) {
  const { name, schema = {}, required, description } = parameter;
  const type = schema.type === 'array' ? `${schema.items?.type ?? 'text'}, …` : (schema.type ?? '');
  const input = element('input', {
    'aria-label': name,
    placeholder: schema.default === undefined ? '' : String(schema.default),
  });
  inputs.push({ ...parameter, input });
  const about = [parameter.in, type, description].filter(Boolean).join(' · ');
  return element(
    'tr',
    {},
    element('td', {}, element('code', {}, name), required ? ' *' : ''),
    element('td', {}, input),
    element('td', {}, element('small', {}, about)),
  );
}

/** Path and query that the inputs say; several values of a list are separated by commas. */
function addressOf(path, inputs) {
  const query = new URLSearchParams();
  let address = path;
  for (const { name, in: place, schema, input } of inputs) {
    const value = input.value.trim();
    if (place === 'path') {
      address = address.replace(`{${name}}`, encodeURIComponent(value || `{${name}}`));
      continue;
    }
    const values = schema?.type === 'array' ? value.split(',') : [value];
    for (const each of values) if (each.trim() !== '') query.append(name, each.trim());
  }
  const text = query.toString();
  return `${location.origin}${address}${text && `?${text}`}`;
}

/** The request that the inputs say. */
function requestOf({ method, path, inputs, type, body }) {
  const headers = {};
  const key = byId('key').value.trim();
  if (key) headers['x-api-key'] = key;
  const hasBody = body !== undefined && body.value.trim() !== '';
  if (hasBody) headers['content-type'] = type.value;
  return {
    address: addressOf(path, inputs),
    options: { method: method.toUpperCase(), headers, ...(hasBody && { body: body.value }) },
  };
}

const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The same request for a shell; the key stays a variable, so that it is in no history. */
function curlOf({ address, options }) {
  const parts = ['curl', '-sS', '-X', options.method, quoted(address)];
  for (const [name, value] of Object.entries(options.headers)) {
    parts.push('-H', name === 'x-api-key' ? '"x-api-key: $API_KEY"' : quoted(`${name}: ${value}`));
  }
  if (options.body !== undefined) parts.push('--data-binary', quoted(options.body));
  return parts.join(' ');
}

async function send({ address, options }, output) {
  const started = performance.now();
  output.replaceChildren(element('p', {}, 'Waiting …'));
  try {
    const answer = await fetch(address, options);
    const text = await answer.text();
    const ms = Math.round(performance.now() - started);
    const isJson = /\bjson\b/.test(answer.headers.get('content-type') ?? '') && text !== '';
    const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
    output.replaceChildren(
      element(
        'p',
        { class: answer.ok ? 'ok' : 'failed' },
        `${answer.status} ${answer.statusText}, ${ms} ms`,
      ),
      element('pre', {}, isJson ? json(JSON.parse(text)) : text || 'no body'),
      folded('Headers', headers),
    );
  } catch (error) {
    output.replaceChildren(element('p', { class: 'failed' }, `No answer: ${error.message}`));
  }
}

/** Type and text of the body, when the operation has one. */
function bodyInputs(api, operation) {
  const content = operation.requestBody?.content;
  if (!content) return {};
  const types = Object.keys(content);
  const [{ schema, example }] = Object.values(content);
  const type = element(
    'select',
    { 'aria-label': 'content type' },
    ...types.map((name) => element('option', {}, name)),
  );
  const body = element('textarea', { 'aria-label': 'body', spellcheck: 'false' });
  const isLines = types[0].includes('ndjson');
  if (example !== undefined) body.value = isLines ? JSON.stringify(example) : json(example);
  const shown = folded('Schema', json(resolve(api, schema)));
  return { type, body, shown };
}

function answersOf(api, operation) {
  return Object.entries(operation.responses).map(([status, { description, content = {} }]) => {
    const [[type, { schema } = {}] = []] = Object.entries(content);
    const title = [status, description, type].filter(Boolean).join(' · ');
    return schema ? folded(title, json(resolve(api, schema))) : element('div', {}, title);
  });
}

/** The inside of an operation, made when it is opened for the first time. */
function operationBody(api, { method, path, operation }) {
  const inputs = [];
  const rows = operation.parameters.map((parameter) => parameterRow(parameter, inputs));
  const { type, body, shown } = bodyInputs(api, operation);
  const output = element('div', { class: 'output' });
  const request = () => requestOf({ method, path, inputs, type, body });
  const copy = () => {
    const command = curlOf(request());
    output.replaceChildren(element('pre', {}, command));
    // Browsers allow it on encrypted connections only; the command can be selected anyway.
    void navigator.clipboard?.writeText(command).catch(() => undefined);
  };
  const needs = operation['x-permission'];
  const need = typeof needs === 'string' ? needs : (needs?.actions ?? []).join(', ');
  const title = (text) => element('h3', {}, text);
  return element(
    'div',
    {},
    element('small', {}, need ? `Needs of the key: ${need}` : 'Needs no key'),
    ...(rows.length > 0 ? [title('Parameters'), element('table', {}, ...rows)] : []),
    ...(body ? [title('Body'), type, body, shown] : []),
    element(
      'div',
      { class: 'buttons' },
      element('button', { class: 'main', onclick: () => void send(request(), output) }, 'Try it'),
      element('button', { onclick: copy }, 'Copy as curl'),
    ),
    output,
    title('Answers'),
    ...answersOf(api, operation),
  );
}

function operationCard(api, entry) {
  const { method, path, operation } = entry;
  const card = element(
    'details',
    { class: 'operation', id: operation.operationId },
    element(
      'summary',
      {},
      element('span', { class: `method ${method}` }, method.toUpperCase()),
      element('code', {}, path),
      element('span', { class: 'what' }, operation.summary),
    ),
  );
  const fill = () => {
    if (card.open && card.children.length === 1) card.append(operationBody(api, entry));
  };
  card.addEventListener('toggle', fill);
  if (location.hash === `#${operation.operationId}`) {
    card.open = true;
    fill();
  }
  return card;
}

function operationsOf(api) {
  return Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method,
      path,
      operation,
      tag: operation.tags[0],
      words: `${method} ${path} ${operation.summary} ${operation.tags.join(' ')}`.toLowerCase(),
    })),
  );
}

function show(api, entries, wanted) {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const found = entries.filter((entry) => words.every((word) => entry.words.includes(word)));
  const groups = Map.groupBy
    ? Map.groupBy(found, ({ tag }) => tag)
    : found.reduce(
        (all, entry) => all.set(entry.tag, [...(all.get(entry.tag) ?? []), entry]),
        new Map(),
      );
  byId('tags').replaceChildren(
    ...[...groups].map(([tag, { length }]) =>
      element('a', { href: `#tag-${tag}` }, tag, ' ', element('small', {}, String(length))),
    ),
  );
  byId('operations').replaceChildren(
    ...[...groups].flatMap(([tag, members]) => [
      element('h2', { id: `tag-${tag}` }, tag),
      ...members.map((entry) => operationCard(api, entry)),
    ]),
  );
  if (found.length === 0)
    byId('operations').append(element('p', {}, 'Nothing has all these words.'));
}

async function main() {
  const answer = await fetch('/openapi.json');
  const api = await answer.json();
  const entries = operationsOf(api);
  const search = byId('search');
  search.addEventListener('input', () => show(api, entries, search.value));
  show(api, entries, search.value);
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

main().catch((error) => {
  byId('operations').replaceChildren(
    element('p', { class: 'failed' }, `/openapi.json could not be read: ${error.message}`),
  );
});
