import type { components } from '../../api/schema.d.ts';
import type { Me } from '../session/queries.ts';
import type { Access } from '../access/queries.ts';

/** What the person has filled in. `consumer` is `me` or the id of a team. */
export type RequestForm = {
  consumer: string;
  isForProduct: boolean;
  product: string;
  role: string;
  purpose: string;
  from: string;
  until: string;
  hasRead: boolean;
};

export type AccessWrite = components['schemas']['AccessWrite'];
type RequestBody = components['schemas']['AccessRequest'];

/** An empty form, for the first team of the person. */
export function emptyForm({ teams, email }: Me): RequestForm {
  return {
    consumer: teams[0]?.id ?? (email === null ? '' : 'me'),
    isForProduct: false,
    product: '',
    role: '',
    purpose: '',
    from: '',
    until: '',
    hasRead: false,
  };
}

/** The form of an access that is asked for again, or whose request is changed. */
export function formOf({ consumer, roles, info }: Access): RequestForm {
  return {
    consumer: consumer.userId ? 'me' : (consumer.teamId ?? ''),
    isForProduct: Boolean(consumer.dataProductId),
    product: consumer.dataProductId ?? '',
    role: roles?.[0] ?? '',
    purpose: info.purpose,
    from: info.startDate ?? '',
    until: info.endDate ?? '',
    hasRead: false,
  };
}

function consumerOf({ consumer, isForProduct, product }: RequestForm, { email }: Me) {
  if (consumer === 'me') return { userId: email };
  return isForProduct ? { dataProductId: product } : { teamId: consumer };
}

/** The body of a request. */
export function requestBody(form: RequestForm, me: Me): RequestBody {
  return {
    purpose: form.purpose.trim(),
    consumer: consumerOf(form, me),
    ...(form.role !== '' && { roles: [form.role] }),
    ...(form.from !== '' && { startDate: form.from }),
    ...(form.until !== '' && { endDate: form.until }),
  };
}

/** The body of a whole access, for a dry run and for the change of a request; what the form does not show stays. */
export function accessBody(
  form: RequestForm,
  me: Me,
  provider: { dataProductId: string; outputPortId: string },
  before?: Access,
): AccessWrite {
  const { purpose, consumer, roles, startDate, endDate } = requestBody(form, me);
  return {
    ...kept(before, ['tags', 'links', 'custom']),
    info: {
      ...kept(before?.info, ['individualAgreements', 'nextReassessmentDate']),
      // A dry run shows what happens before the purpose is written.
      purpose: purpose || '–',
      startDate: startDate ?? null,
      endDate: endDate ?? null,
    },
    provider,
    consumer: consumer ?? {},
    ...(roles && { roles }),
  };
}

/** These members of an object, as far as it has them. */
function kept<Kept extends object, Name extends keyof Kept>(
  before: Kept | undefined,
  names: readonly Name[],
): Partial<Pick<Kept, Name>> {
  if (before === undefined) return {};
  const found = names.filter((name) => before[name] !== undefined && before[name] !== null);
  return Object.fromEntries(found.map((name) => [name, before[name]])) as Partial<Pick<Kept, Name>>;
}

/** The person of the form: who changes the request of somebody else does not become the one who uses the data. */
export function personOf(me: Me, before: Access | undefined): Me {
  const { userId, userName } = before?.consumer ?? {};
  const isOther = userId && userId.toLowerCase() !== me.email?.toLowerCase();
  return isOther ? { ...me, email: userId, name: userName ?? userId } : me;
}

/** True for a form that can be sent or tried. */
export function hasConsumer({ consumer, isForProduct, product }: RequestForm): boolean {
  return consumer !== '' && (!isForProduct || product !== '');
}
