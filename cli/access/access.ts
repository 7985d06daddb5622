import type { Command, Given, Option } from '../command.ts';
import { wrongUsage } from '../failure.ts';
import { apiPath } from '../http/api-path.ts';
import { accessColumns as columns } from '../output/access-columns.ts';
import { describeEffects } from '../documents/effects.ts';
import { acceptTerms } from './accept-terms.ts';

const idArgument = { name: '<id>', help: 'id of the access, as concordat access list shows it' };
const note: Option = { flags: '--note <text>', help: 'reason, which both sides see' };
const dryRun: Option = {
  flags: '--dry-run',
  help: 'say what would be recorded, and change nothing',
};

const list: Command = {
  name: 'list',
  summary: 'List accesses and requests',
  options: [
    { flags: '--mine', help: 'only those of your teams and yourself' },
    { flags: '--to-decide', help: 'only requests that you may decide' },
    {
      flags: '--lifecycle <state>',
      help: 'only those in this state',
      choices: ['requested', 'rejected', 'upcoming', 'active', 'expired'],
    },
    { flags: '--product <id>', help: 'only those to this product' },
    { flags: '--provider <team>', help: 'only those to products of this team' },
    { flags: '--consumer <team>', help: 'only those of this team' },
  ],
  examples: ['concordat access list --lifecycle requested', 'concordat access list --mine'],
  run: async ({ texts, flags }, { client }) => {
    const items: unknown[] = [];
    const query = {
      mine: flags['mine'] ? 'consumer' : flags['to-decide'] ? 'decide' : undefined,
      lifecycle: texts['lifecycle'],
      providerDataProductId: texts['product'],
      providerTeamId: texts['provider'],
      consumerTeamId: texts['consumer'],
    };
    for await (const item of client().items('/api/access', query)) items.push(item);
    return { value: items, columns, ...(items.length === 0 && { note: 'There are none.' }) };
  },
};

const request: Command = {
  name: 'request',
  summary: 'Request access to an output port',
  details: 'Quotes the terms of use of its data contract first, and asks whether you accept them.',
  arguments: [
    { name: '<product>', help: 'id of the product' },
    { name: '<port>', help: 'id of its output port' },
  ],
  options: [
    { flags: '--purpose <text>', help: 'what the data is for', required: true },
    { flags: '--team <id>', help: 'for this team' },
    { flags: '--user <address>', help: 'for this person' },
    { flags: '--for-product <id>', help: 'for this product' },
    { flags: '--role <role>', help: 'role on the platform', many: true },
    { flags: '--start <date>', help: 'first day, YYYY-MM-DD' },
    { flags: '--end <date>', help: 'last day, YYYY-MM-DD' },
    { flags: '--accept-terms', help: 'the terms of use are known and accepted; do not ask' },
  ],
  examples: [
    'concordat access request demo-shop-data shop-database --team demo-logistics --purpose "Addresses of parcels"',
  ],
  run: async ({ arguments: [product = '', port = ''], texts, lists, flags }, context) => {
    const isAccepted = flags['accept-terms'] === true;
    await acceptTerms(context, { product, port, texts }, isAccepted);
    const consumer = {
      ...(texts['team'] !== undefined && { teamId: texts['team'] }),
      ...(texts['user'] !== undefined && { userId: texts['user'] }),
      ...(texts['for-product'] !== undefined && { dataProductId: texts['for-product'] }),
    };
    const value = await context.client().send<{ accessId: string; status: string }>({
      method: 'POST',
      path: apiPath`/api/dataproducts/${product}/outputports/${port}/request-access`,
      json: {
        purpose: texts['purpose'],
        ...(Object.keys(consumer).length > 0 && { consumer }),
        ...(lists['role'] && { roles: lists['role'] }),
        ...(texts['start'] !== undefined && { startDate: texts['start'] }),
        ...(texts['end'] !== undefined && { endDate: texts['end'] }),
      },
    });
    return { value, text: `Access ${value.accessId} is ${value.status}.` };
  },
};

/** A decision about an access, or its end. */
function change(name: 'approve' | 'reject' | 'cancel', summary: string, done: string): Command {
  const end: Option = { flags: '--end <date>', help: 'last day, YYYY-MM-DD; default today' };
  return {
    name,
    summary,
    arguments: [idArgument],
    options: [note, ...(name === 'cancel' ? [end] : []), dryRun],
    examples: [`concordat access ${name} 01890a5d-ac96-774b-bcce-b302099a8057 --note "…"`],
    run: async ({ arguments: [id = ''], texts, flags }, { client }) => {
      const isDry = flags['dry-run'] === true;
      const { text } = await client().request({
        method: 'POST',
        path: apiPath`/api/access/${id}/${name}`,
        query: { dryRun: isDry ? 'true' : undefined },
        json: decisionOf({ texts }),
      });
      if (isDry) return describeEffects(text);
      return {
        value: text === '' ? { id } : (JSON.parse(text) as unknown),
        text: `Access ${id} is ${done}.`,
      };
    },
  };
}

function decisionOf({ texts }: Pick<Given, 'texts'>) {
  const { note: reason, end } = texts;
  if (end !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(end))
    throw wrongUsage(`--end is '${end}'; write a day as 2026-12-31.`);
  return {
    ...(reason !== undefined && { note: reason }),
    ...(end !== undefined && { endDate: end }),
  };
}

const show: Command = {
  name: 'show',
  summary: 'Show an access with its state and dates',
  arguments: [idArgument],
  examples: ['concordat access show 01890a5d-ac96-774b-bcce-b302099a8057'],
  run: async ({ arguments: [id = ''] }, { client }) => {
    const value = await client().get(apiPath`/api/access/${id}`);
    return { value, columns };
  },
};

/** `concordat access …`. */
export const access: Command = {
  name: 'access',
  summary: 'Request access to data, and decide about requests',
  commands: [
    request,
    list,
    show,
    change('approve', 'Approve a request', 'approved'),
    change('reject', 'Reject a request', 'rejected'),
    change('cancel', 'Withdraw a request, or end an access', 'cancelled'),
  ],
};
