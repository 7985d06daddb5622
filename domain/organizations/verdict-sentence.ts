import { localAdministrator } from './people.ts';
import type { Permission, Verdict } from './permissions.ts';
import type { Principal } from '../principal.ts';

/** Somebody about whom a question is asked, by the name that teams know; undefined if the caller asks about themselves. */
export type AskedPerson = { name: string; isSwitchedOff: boolean } | undefined;

type Asked = { asked: Principal; person: AskedPerson; action: Permission };

/** Callers who ask about themselves are addressed as "you". */
function wordsFor({ asked: { email }, person }: Asked) {
  if (!person) return { is: 'You are', possessive: 'your', theirs: 'yours' };
  const isAdministrator = email === localAdministrator.email;
  const name = isAdministrator ? 'The local administrator' : person.name;
  return { is: `${name} is`, possessive: `${name}'s`, theirs: 'theirs' };
}

/** The rule behind a verdict in a sentence. */
export function verdictSentence({ rule, teamId, role }: Verdict, about: Asked): string {
  const { action, asked } = about;
  const { scope } = asked;
  const { is, possessive, theirs } = wordsFor(about);
  const sentences: Record<Verdict['rule'], string> = {
    organization:
      scope === 'organization'
        ? 'A key of the whole organization may do everything.'
        : `${is} an Owner of the organization and may do everything.`,
    team: `A key of team '${teamId}' may do everything with what that team and the teams below it own.`,
    role: `${is} ${role} in team '${teamId}', and this role has ${action}.`,
    'reading-key': `A key with scope '${scope}' may only read.`,
    'no-owner': 'No team owns it; only keys and Owners of the whole organization may change it.',
    'other-team': `The key is one of team '${teamId}', which is not among the teams that own it.`,
    'role-lacks-it': `${is} ${role} in team '${teamId}', and no role of ${theirs} has ${action}.`,
    'no-member': `${is} in none of the teams that own it.`,
    'switched-off': `${is} switched off by the identity provider, and can do nothing.`,
    'own-access': `It is ${possessive} own access.`,
    everybody: everybodySentence(action, scope),
  };
  return sentences[rule];
}

function everybodySentence(action: Permission, scope: Principal['scope']): string {
  if (action === 'CHANGE_REQUEST_SUBMIT')
    return 'Everybody may propose a change; people who may edit it decide.';
  return scope === 'team'
    ? 'Each team may request access for itself; the team that owns the product decides.'
    : 'Everybody may request access for themselves, and for teams in which a role lets them; the team that owns the product decides.';
}
