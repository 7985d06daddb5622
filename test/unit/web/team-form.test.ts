import { array, assert, constantFrom, property, record, string, uniqueArray } from 'fast-check';
import {
  fieldsOf,
  formOf,
  formOfFields,
  problemsOf,
} from '../../../web/src/features/team-form/team-form.ts';
import type { TeamForm } from '../../../web/src/features/team-form/team-form.ts';
import { meetTexts, readTeam, writeTeam } from '../../../web/src/features/team-form/team-text.ts';
import { parseText } from '../../../web/src/lib/yaml/parse.ts';

const text = `# Sells plants
id: shop # never changes
name: Web Shop
type: Team
parent: commerce
tags:
  - demo # of the tour
  - retail
members: # changed one by one
  - emailAddress: noor@example.com # since 2024
    role: Owner
links:
  wiki: https://wiki.example.com # ours
custom:
  accessExpiryReminderDays: "30,7" # as agreed
  costCenter: "4711"
budget: { euros: 12 }
`;
const form = readTeam(text);
const saved = (part: Partial<TeamForm>): string => writeTeam(text, { ...form, ...part });

it('reads what the form shows; reminders are no properties of their own', () => {
  expect(form).toEqual({
    name: 'Web Shop',
    type: 'Team',
    parent: 'commerce',
    description: '',
    tags: ['demo', 'retail'],
    links: [{ name: 'wiki', value: 'https://wiki.example.com' }],
    custom: [{ name: 'costCenter', value: '4711' }],
    expiryDays: '30,7',
    reassessmentDays: '',
  });
  expect(formOf(undefined)).toMatchObject({ name: '', tags: [], links: [] });
});

it('changes only the lines of what changed', () => {
  expect(saved({})).toBe(text);
  expect(saved({ name: 'Shop' })).toBe(text.replace('Web Shop', 'Shop'));
  expect(saved({ expiryDays: '14' })).toBe(text.replace('"30,7"', '"14"'));
  expect(saved({ tags: ['retail'] })).toBe(text.replace('  - demo # of the tour\n', ''));
  expect(saved({ tags: ['demo', 'retail', 'north'] })).toBe(
    text.replace('  - retail\n', '  - retail\n  - north\n'),
  );
  expect(saved({ parent: '' })).toBe(text.replace('parent: commerce\n', ''));
  const renamed = saved({ links: [{ name: 'handbook', value: 'https://wiki.example.com' }] });
  expect(parseText(renamed).model).toMatchObject({
    links: { handbook: 'https://wiki.example.com' },
    budget: { euros: 12 },
  });
});

it('keeps members, comments and what the form does not know, whatever the form says', () => {
  const name = string({ minLength: 1 }).filter((each) => each.trim() === each);
  const entry = record({ name, value: string() });
  const entries = uniqueArray(entry, { selector: ({ name }) => name, maxLength: 4 });
  const forms = record({
    name: string({ minLength: 1 }),
    type: constantFrom('Team', 'Domain', 'Squad'),
    parent: string(),
    description: string(),
    tags: uniqueArray(string({ minLength: 1 }), { maxLength: 4 }),
    links: entries,
    custom: entries,
    expiryDays: constantFrom('', '30', '30, 7'),
    reassessmentDays: constantFrom('', '14'),
  });
  const sorted = ({ links, custom, ...others }: TeamForm) => ({
    ...others,
    links: new Map(links.map((each) => [each.name, each.value])),
    custom: new Map(custom.map((each) => [each.name, each.value])),
  });
  const plain = ({ tags, ...others }: TeamForm) => ({
    ...sorted({ ...others, tags: [] }),
    tags: tags.toSorted(),
  });
  assert(
    property(array(forms, { minLength: 1, maxLength: 3 }), (all) => {
      const last = all.reduce(writeTeam, text);
      expect(plain(readTeam(last))).toEqual(plain(all.at(-1) as TeamForm));
      expect(parseText(last).model).toMatchObject({
        id: 'shop',
        members: [{ emailAddress: 'noor@example.com', role: 'Owner' }],
        budget: { euros: 12 },
      });
      for (const comment of ['# Sells plants', '# never changes', '# since 2024'])
        expect(last).toContain(comment);
      expect(plain(formOfFields(fieldsOf(all[0] as TeamForm)))).toEqual(plain(all[0] as TeamForm));
    }),
    { numRuns: 50 },
  );
});

it('meets another edit only where both changed the same', () => {
  const theirs = text
    .replace('Web Shop', 'The Shop')
    .replace('  - retail\n', '  - retail\n  - north\n')
    .replace('"4711"', '"4712"');
  const mine: TeamForm = {
    ...form,
    tags: ['retail'],
    custom: [{ name: 'costCenter', value: '5000' }],
    reassessmentDays: '14',
  };
  const { merged, conflicts } = meetTexts(text, theirs, mine);
  expect(conflicts).toEqual([
    { field: 'custom.costCenter', base: '4711', theirs: '4712', mine: '5000' },
  ]);
  expect(formOfFields({ ...merged, 'custom.costCenter': '4712' })).toMatchObject({
    name: 'The Shop',
    tags: ['retail', 'north'],
    custom: [{ name: 'costCenter', value: '4712' }],
    reassessmentDays: '14',
  });
});

it('says what cannot be saved', () => {
  const entry = (name: string, value = 'x') => ({ name, value });
  expect(problemsOf({ ...form, expiryDays: 'soon', reassessmentDays: '1000' })).toEqual({
    expiryDays: 'days',
    reassessmentDays: 'days',
  });
  expect(problemsOf({ ...form, links: [entry('')] })).toEqual({ links: 'unnamed' });
  expect(problemsOf({ ...form, links: [entry('wiki'), entry(' wiki ')] })).toEqual({
    links: 'twice',
  });
  expect(problemsOf({ ...form, custom: [entry('accessExpiryReminderDays')] })).toEqual({
    custom: 'twice',
  });
  expect(problemsOf({ ...form, links: [entry('', '')], expiryDays: '30 , 7' })).toEqual({});
});
