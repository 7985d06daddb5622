import { refuse } from '../domain/errors.ts';
import type { ContractServer } from '../domain/standards/odcs/contract-model.ts';
import type { SourceAccess } from './connector.ts';
import { textMember } from './server-member.ts';

/** What says where a server is: a member of it in the contract, else a variable. */
export type Setting = { member: string; variable?: string };

/** The text of a member of a server, numbers as their digits; undefined when there is none or it is empty. */
export function memberText(server: ContractServer, member: string): string | undefined {
  const value = server[member];
  return typeof value === 'number' ? String(value) : textMember(server, member);
}

/** What a variable holds; one that is empty is not set. */
export function variableText(access: SourceAccess, name: string): string | undefined {
  return access.credentials[name]?.trim() || undefined;
}

/** The setting, as the contract says or else the variable. */
export function settingOf(
  server: ContractServer,
  access: SourceAccess,
  { member, variable }: Setting,
): string | undefined {
  const told = memberText(server, member);
  return told ?? (variable === undefined ? undefined : variableText(access, variable));
}

/** The same, refusing with `source_refused` a server that has none. */
export function demandSetting(
  server: ContractServer,
  access: SourceAccess,
  setting: Setting,
): string {
  return (
    settingOf(server, access, setting) ??
    refuse('source_refused', `Server '${server.server}' needs ${setting.member} to be tested`)
  );
}

/** The port of a server; refuses with `source_refused` what is none. */
export function portSetting(
  server: ContractServer,
  access: SourceAccess,
  { fallback, ...setting }: Setting & { fallback: number },
): number {
  const text = settingOf(server, access, setting) ?? String(fallback);
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port > 0 && port < 65_536) return port;
  return refuse(
    'source_refused',
    `Server '${server.server}' has no usable port: ${JSON.stringify(text)}`,
  );
}

/** What a variable holds that has to be set; refuses with `source_refused`. */
export function demandVariable(access: SourceAccess, name: string): string {
  return (
    variableText(access, name) ??
    refuse('source_refused', `Required configuration ${name} is not set`)
  );
}

const switches: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  on: true,
  1: true,
  false: false,
  no: false,
  off: false,
  0: false,
};

/** A variable that is on or off; refuses with `source_refused` what is neither. */
export function switchOf(access: SourceAccess, name: string, fallback: boolean): boolean {
  const text = variableText(access, name);
  if (text === undefined) return fallback;
  const words = Object.entries(switches).find(([word]) => word === text.toLowerCase());
  return words?.[1] ?? refuse('source_refused', `${name} has to be true or false`);
}

/**
 * Where a platform is asked: `https://` before a name alone. Refuses with `source_refused` an address that would send a login
 * unencrypted to another machine.
 */
export function encryptedUrl(place: string): string {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(place) ? place : `https://${place}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.username !== '' || url.search !== '' || url.hash !== '') {
    return refuse('source_refused', `The address of the server is no URL: ${hostsOnly(place)}`);
  }
  if (url.protocol !== 'https:' && !isLoopback(url.hostname)) {
    refuse('source_refused', `A login is not sent unencrypted: ${url.host} needs https://`);
  }
  return text.replace(/\/+$/, '');
}

/** True for the names of this machine, to which nothing travels over a network. */
export function isLoopback(host: string): boolean {
  return ['localhost', '127.0.0.1', '::1', '[::1]'].includes(host.toLowerCase());
}

/** An address may hold a password. */
function hostsOnly(place: string): string {
  return place.replace(/^.*@/, '***@').slice(0, 100);
}
