import { refuse } from '../../domain/errors.ts';
import type { ContractServer } from '../../domain/standards/odcs/contract-model.ts';
import type { SourceAccess } from '../connector.ts';
import { textMember } from './member.ts';

/** A setting of a server: a member in the contract, or else a variable. */
export type Setting = { member: string; variable?: string };

/** The text of a member, with numbers as digits; undefined when it is missing or empty. */
export function memberText(server: ContractServer, member: string): string | undefined {
  const value = server[member];
  return typeof value === 'number' ? String(value) : textMember(server, member);
}

/** The value of a variable; undefined when it is empty. */
export function variableText(access: SourceAccess, name: string): string | undefined {
  return access.credentials[name]?.trim() || undefined;
}

/** The value of a setting: the contract's, else the variable's. */
export function settingOf(
  server: ContractServer,
  access: SourceAccess,
  { member, variable }: Setting,
): string | undefined {
  const value = memberText(server, member);
  return value ?? (variable === undefined ? undefined : variableText(access, variable));
}

/** Refuses with `source_refused` when the setting is missing. */
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

/** The port of a server; refuses with `source_refused` an invalid one. */
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
    `Server '${server.server}' has no valid port: ${JSON.stringify(text)}`,
  );
}

/** The value of a required variable; refuses with `source_refused` when it is not set. */
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

/** The value of a boolean variable; refuses with `source_refused` any other value. */
export function switchOf(access: SourceAccess, name: string, fallback: boolean): boolean {
  const text = variableText(access, name);
  if (text === undefined) return fallback;
  const words = Object.entries(switches).find(([word]) => word === text.toLowerCase());
  return words?.[1] ?? refuse('source_refused', `${name} must be true or false`);
}

/**
 * The URL of a platform, with `https://` before a bare host. Refuses with `source_refused` a URL that would send credentials
 * unencrypted to another machine.
 */
export function encryptedUrl(place: string): string {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(place) ? place : `https://${place}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.username !== '' || url.search !== '' || url.hash !== '') {
    return refuse('source_refused', `The address of the server is not a URL: ${hostsOnly(place)}`);
  }
  if (url.protocol !== 'https:' && !isLoopback(url.hostname)) {
    refuse('source_refused', `Credentials are not sent unencrypted: ${url.host} needs https://`);
  }
  return text.replace(/\/+$/, '');
}

/** True for names of this machine. */
export function isLoopback(host: string): boolean {
  return ['localhost', '127.0.0.1', '::1', '[::1]'].includes(host.toLowerCase());
}

/** Hides the user name and password in a URL. */
function hostsOnly(place: string): string {
  return place.replace(/^.*@/, '***@').slice(0, 100);
}
