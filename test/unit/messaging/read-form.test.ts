import { readForm } from '../../../domain/messaging/read-form.ts';
import { Refusal } from '../../../domain/errors.ts';
import { processorCost } from '../../support/spent-time.ts';

/** What a form reads as, members in the prototype-free objects that come out told apart from none. */
const read = (query: string) => readForm(new URLSearchParams(query));

function refusal(query: string): string {
  try {
    read(query);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'malformed_body') return error.message;
    throw error;
  }
  throw new Error(`${query.slice(0, 100)} was taken`);
}

it('reads "array members use bracket notation": names, numbers and empty brackets', () => {
  expect(read('message=Hi+%F0%9F%91%8B&conversation_id=')).toEqual({
    message: 'Hi 👋',
    conversation_id: '',
  });
  expect(read('reactions[red_angry_face][]=Kate&reactions[red_angry_face][]=Kevin')).toEqual({
    reactions: { red_angry_face: ['Kate', 'Kevin'] },
  });
  expect(read('attachments[1][id]=b&attachments[0][id]=a&attachments[0][filename]=f')).toEqual({
    attachments: [{ id: 'a', filename: 'f' }, { id: 'b' }],
  });
  expect(read('reactions[0][red][]=Kate')).toEqual({ reactions: [{ red: ['Kate'] }] });
  expect(read('a[b][c][d][e]=x')).toEqual({ a: { b: { c: { d: { e: 'x' } } } } });
});

it('takes what is not numbered from 0 without gaps as names, e.g. the reaction 100', () => {
  expect(read('reactions[100][]=Kate')).toEqual({ reactions: { 100: ['Kate'] } });
  expect(read('reactions[0][]=Kate&reactions[1][]=')).toEqual({
    reactions: { 0: ['Kate'], 1: [''] },
  });
  expect(read('reactions[0][0]=Kate&reactions[0][1]=Kevin')).toEqual({
    reactions: { 0: ['Kate', 'Kevin'] },
  });
  expect(read('reactions[0][0][]=Kate')).toEqual({ reactions: [{ 0: ['Kate'] }] });
  expect(read('a[1]=x&a[3]=y')).toEqual({ a: { 1: 'x', 3: 'y' } });
  expect(read('a[00]=x')).toEqual({ a: { '00': 'x' } });
  expect(read('a[0]=x&a[b]=y')).toEqual({ a: { 0: 'x', b: 'y' } });
  expect(read('a[99999999999999999999]=x')).toEqual({ a: { '99999999999999999999': 'x' } });
});

it('gives what follows empty brackets to the last item until it has it', () => {
  expect(read('a[][b]=1&a[][c]=2&a[][b]=3&a[][c]=4')).toEqual({
    a: [
      { b: '1', c: '2' },
      { b: '3', c: '4' },
    ],
  });
  expect(read('a[]=1&a[][b]=2&a[][]=3&a[][]=4')).toEqual({ a: ['1', { b: '2' }, ['3'], ['4']] });
});

it.each([
  'a=1&a=2',
  'a=1&a[]=2',
  'a[]=1&a=2',
  'a[b]=1&a=2',
  'a[b]=1&a[b]=2',
  'a[]=1&a[b]=2',
  'a[0]=1&a[]=2',
  'a[0]=1&a[0][b]=2',
  'a[b][]=1&a[b][c]=2',
])('refuses the contradiction %s', (query) => {
  expect(refusal(query)).toMatch(/contradicts an earlier field/);
});

it.each([
  '=x',
  '[a]=x',
  '[]=x',
  'a[=x',
  'a]=x',
  'a[b=x',
  'a[b]c=x',
  'a[b]c[d]=x',
  'a[[b]]=x',
  'a[b]]=x',
])('refuses the name in %s', (query) => {
  expect(refusal(query)).toMatch(/is not a valid field name/);
});

it('refuses bracket bombs at once, with a short answer', () => {
  const cost = processorCost(() => {
    expect(refusal(`a${'[a]'.repeat(1_000)}=x`)).toMatch(/at most five deep/);
    expect(refusal(`a${'[]'.repeat(1_000_000)}=x`).length).toBeLessThan(250);
    expect(refusal(`a${'['.repeat(4_000_000)}=x`).length).toBeLessThan(250);
    expect(refusal(`${'😀'.repeat(1_000_000)}[=x`).isWellFormed()).toBe(true);
    const many = Array.from({ length: 10_000 }, (_, index) => `k${index}=x`).join('&');
    expect(refusal(many)).toBe('A form has at most 1000 fields.');
    expect(refusal('a[]=x&'.repeat(10_000))).toBe('A form has at most 1000 fields.');
  }, 300);
  expect(cost).toBeLessThan(300);
});

it('refuses __proto__ wherever it stands; objects hold nothing but what was sent', () => {
  for (const query of ['__proto__=x', '__proto__[a]=x', 'a[__proto__]=x', 'a[][__proto__][b]=x']) {
    expect(refusal(query)).toBe("No member of a body may be named '__proto__'.");
  }
  const { reactions } = read('reactions[constructor][]=Kate') as { reactions: object };
  expect(reactions).toEqual({ constructor: ['Kate'] });
  expect(Object.getPrototypeOf(reactions)).toBeNull();
  expect('toString' in read('a=b')).toBe(false);
  expect(({} as Record<string, unknown>)['a']).toBeUndefined();
});
