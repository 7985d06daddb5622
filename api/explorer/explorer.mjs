/** Fills the page of the explorer in the browser. The key stays in its input and is never stored. */
import { byId, element, folded, json, withCode } from './elements.mjs';
import { curlOf, hasRequired, requestOf, send } from './request.mjs';

const { description } = document.body.dataset;

/** Replaces references by the schemas they name; a recursive schema is cut. */
function resolve(api, schema, path = []) {
  if (Array.isArray(schema)) return schema.map((item) => resolve(api, item, path));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref } = schema;
  if ($ref) {
    const name = $ref.split('/').at(-1);
    if (path.includes(name)) return { description: `${name} again` };
    const kind = $ref.split('/').at(-2);
    return resolve(api, api.components[kind][name], [...path, name]);
  }
  const members = Object.entries(schema).map(([key, value]) => [key, resolve(api, value, path)]);
  return Object.fromEntries(members);
}

/** The values from which a parameter chooses one. */
function choicesOf({ type, enum: values }) {
  return type === 'boolean' ? [true, false] : values;
}

/** The input of a parameter: a choice, if its values are known. */
function inputOf({ name, schema, example, required }) {
  const choices = choicesOf(schema);
  const fallback = schema.default ?? '';
  if (choices === undefined) {
    const placeholder = String(fallback === '' ? (example ?? '') : fallback);
    return element('input', { 'aria-label': name, placeholder, required });
  }
  const empty = fallback === '' ? (required ? 'choose …' : '–') : `default: ${fallback}`;
  return element(
    'select',
    { 'aria-label': name, required },
    element('option', { value: '' }, empty),
    ...choices.map((value) => element('option', {}, String(value))),
  );
}

/** The id in the path that belongs to the example body: a PUT of another id would be refused. */
function idOfExample(operation, { name, example }) {
  const [{ example: body } = {}] = Object.values(operation.requestBody?.content ?? {});
  return body === undefined ? undefined : (body[name] ?? body.externalId ?? example);
}

/** One row of a table of parameters, with the input for its value. */
function parameterRow(api, operation, parameter, inputs) {
  const { name, required, description } = parameter;
  const schema = resolve(api, parameter.schema ?? {});
  const type = schema.type === 'array' ? `${schema.items?.type ?? 'text'}, …` : (schema.type ?? '');
  const input = inputOf({ ...parameter, schema });
  if (parameter.in === 'path') input.value = idOfExample(operation, parameter) ?? '';
  inputs.push({ ...parameter, input });
  const about = [parameter.in, type, description].filter(Boolean).join(' · ');
  return element(
    'tr',
    {},
    element('td', {}, element('code', {}, name), required ? ' *' : ''),
    element('td', {}, input),
    element('td', {}, element('small', {}, ...withCode(about))),
  );
}

/** Names and values of a form, with brackets for nested members: `a[b][]=c`. */
function formFields(value, name) {
  if (typeof value !== 'object' || value === null) return [[name, String(value ?? '')]];
  return Object.entries(value).flatMap(([key, member]) => {
    const isItem = Array.isArray(value) && typeof member !== 'object';
    const step = isItem ? '' : key;
    return formFields(member, name === undefined ? step : `${name}[${step}]`);
  });
}

/** The example body in a content type. */
function exampleText(example, type) {
  if (example === undefined) return '';
  if (type.includes('ndjson')) return JSON.stringify(example);
  if (!type.includes('urlencoded')) return json(example);
  return formFields(example)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}

/** True if a form may contain a file. */
function takesFile({ properties = {}, anyOf = [] }) {
  return 'file' in properties || anyOf.some(takesFile);
}

/** Type and text of the body, when the operation has one, or a file that is sent in its place. */
function bodyInputs(api, operation) {
  const content = operation.requestBody?.content;
  if (!content) return {};
  const types = Object.keys(content).filter((name) => name !== 'multipart/form-data');
  const [{ schema, example }] = Object.values(content);
  const body = element('textarea', { 'aria-label': 'body', spellcheck: 'false' });
  const type = element(
    'select',
    { 'aria-label': 'content type' },
    ...types.map((name) => element('option', {}, name)),
  );
  let shownExample = exampleText(example, types[0]);
  body.value = shownExample;
  type.addEventListener('change', () => {
    // Keeps a text that the user has edited.
    if (body.value !== shownExample) return;
    shownExample = exampleText(example, type.value);
    body.value = shownExample;
  });
  const resolved = resolve(api, schema);
  const file =
    'multipart/form-data' in content && takesFile(resolved)
      ? element('input', { type: 'file', 'aria-label': 'file' })
      : undefined;
  const shown = folded('Schema', json(resolved));
  return { type, body, file, shown };
}

function answersOf(api, operation) {
  return Object.entries(operation.responses).map(([status, answer]) => {
    const { description, content = {} } = resolve(api, answer);
    const [[type, { schema } = {}] = []] = Object.entries(content);
    const title = [status, description, type].filter(Boolean).join(' · ');
    return schema ? folded(title, json(schema)) : element('div', {}, ...withCode(title));
  });
}

/** The details of an operation, created when it is first opened. */
function operationBody(api, { method, path, operation }) {
  const inputs = [];
  const rows = operation.parameters.map((parameter) =>
    parameterRow(api, operation, parameter, inputs),
  );
  const { type, body, file, shown } = bodyInputs(api, operation);
  const output = element('div', { class: 'output' });
  const request = () => requestOf({ method, path, inputs, type, body, file });
  const tryIt = () => {
    if (hasRequired(inputs, output)) void send(request(), output);
  };
  const copy = () => {
    if (!hasRequired(inputs, output)) return;
    const command = curlOf(request());
    output.replaceChildren(element('pre', {}, command));
    // Browsers allow this on encrypted connections only; the command can still be selected by hand.
    void navigator.clipboard?.writeText(command).catch(() => undefined);
  };
  const title = (text) => element('h3', {}, text);
  return element(
    'div',
    {},
    element(
      'p',
      {},
      ...withCode(operation.description ?? ''),
      ' ',
      element('a', { href: `#${operation.operationId}` }, `#${operation.operationId}`),
    ),
    ...(rows.length > 0 ? [title('Parameters'), element('table', {}, ...rows)] : []),
    ...(body ? [title('Body'), type, body] : []),
    ...(file ? [element('label', {}, 'or a local file ', file)] : []),
    ...(shown ? [shown] : []),
    element(
      'div',
      { class: 'buttons' },
      element('button', { class: 'main', onclick: tryIt }, 'Try it'),
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
      element('span', { class: 'what' }, ...withCode(operation.summary)),
    ),
  );
  const fill = () => {
    if (card.open && card.children.length === 1) card.append(operationBody(api, entry));
  };
  card.addEventListener('toggle', () => {
    fill();
    // The address of the page is that of the operation which was opened last, without an entry in the history for each.
    if (card.open) history.replaceState(null, '', `#${operation.operationId}`);
  });
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
  byId('page-tags').replaceChildren(
    ...[...groups].map(([tag, { length }]) =>
      element('a', { href: `#tag-${tag}` }, tag, ' ', element('small', {}, String(length))),
    ),
  );
  byId('page-operations').replaceChildren(
    ...[...groups].flatMap(([tag, members]) => [
      element('h2', { id: `tag-${tag}` }, tag),
      ...members.map((entry) => operationCard(api, entry)),
    ]),
  );
  if (found.length === 0)
    byId('page-operations').append(element('p', {}, 'No operation matches all these words.'));
}

/** Opens the operation that the address names. */
function showAddressed() {
  const addressed = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (addressed === null) return;
  if (addressed.tagName === 'DETAILS') addressed.open = true;
  addressed.scrollIntoView();
}

async function main() {
  const answer = await fetch(description);
  const api = await answer.json();
  const entries = operationsOf(api);
  const search = byId('page-search');
  search.addEventListener('input', () => show(api, entries, search.value));
  show(api, entries, search.value);
  showAddressed();
  addEventListener('hashchange', showAddressed);
}

main().catch((error) => {
  byId('page-operations').replaceChildren(
    element('p', { class: 'failed' }, `${description} could not be read: ${error.message}`),
  );
});
