/** DOM helpers of the explorer. */

export const byId = (id) => document.getElementById(id);

/** Creates an element with attributes, listeners (`onclick`) and children; texts are never parsed as HTML. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== false)
      made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

export const json = (value) => JSON.stringify(value, undefined, 2);

/** Text nodes with the parts in backticks as code. */
export function withCode(text) {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? element('code', {}, part) : part))
    .filter((part) => part !== '');
}

export function folded(title, text) {
  return element(
    'details',
    {},
    element('summary', {}, ...withCode(title)),
    element('pre', {}, text),
  );
}
