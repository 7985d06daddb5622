import { importRdf, people, prefixes } from './documents.ts';
it('x', async () => {
  const a = await importRdf(people.turtle, { name: 'people' });
  console.log(a.text, JSON.stringify(a.notes, null, 1));
  const b = await importRdf(people.xml, { name: 'people', format: 'application/rdf+xml' });
  const c = await importRdf(people.jsonLd, { name: 'people', format: 'application/ld+json' });
  expect(b.text).toBe(a.text);
  expect(c.text).toBe(a.text);
  expect(b.notes).toEqual(a.notes);
  expect(c.notes).toEqual(a.notes);
});
