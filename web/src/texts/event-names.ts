/** Words of a name in camel case, the first with a capital: "Access provisioning failed". */
function wordsOf(name: string): string {
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z])/gu, ' ').toLowerCase();
  const named = words.replace(/\bapi\b/u, 'API').replace(/\bui\b/u, 'UI');
  return named.charAt(0).toUpperCase() + named.slice(1);
}

/** Types that people call otherwise than programs. */
const names: Readonly<Record<string, string>> = {
  AgentAllowed: 'Allowed an agent',
  AgentRevoked: 'Ended what an agent was allowed',
  AgentToolCalled: 'Tool called by an agent',
  UiSessionStarted: 'Signed in',
  UiSessionEnded: 'Signed out',
};

/** The type of an event without its prefix: `AccessApprovedEvent`. */
export const shortType = (type: string): string =>
  type.endsWith('Event') ? type.slice(type.lastIndexOf('.') + 1) : type;

/** What happened, in words. Types of messaging such as `message.created` have no other name. */
export function eventName(type: string): string {
  const name = shortType(type).replace(/Event$/u, '');
  return names[name] ?? wordsOf(name.replaceAll('.', ' '));
}

const kinds: Readonly<Record<string, string>> = {
  'api-key': 'API key',
  cost: 'Costs',
  'test-results': 'Test results',
  organization: 'Organization',
};

/** The name of a kind of the audit trail and of events. */
export function eventKindName(kind: string): string {
  const words = kind.replaceAll('-', ' ');
  return kinds[kind] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
