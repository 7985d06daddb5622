import fs from 'node:fs';
import { ontologyFromRdf } from '../../../domain/ontology/from-rdf.ts';
import { ontologyToRdf } from '../../../domain/ontology/to-rdf.ts';
import { parseOntology } from '../../../domain/ontology/parse-ontology.ts';
import { writeJsonLd, writeTurtle } from '../../../lib/write-rdf.ts';
import { importRdf, people, readBack, readGraph } from './documents.ts';
const baseIri = 'https://catalog.example.org/semantics/flights/';
it('corpus', async () => {
  for (const name of ['apache--ossie--examples__flights.yaml', 'pr146--apache--ossie--examples__foaf_owl_import.yaml']) {
    const text = fs.readFileSync('/work/shared/standards/corpus/osi/' + name, 'utf8');
    const { parsed, violations } = parseOntology(text);
    if (!parsed) { console.log(violations); continue; }
    const { triples, prefixes } = ontologyToRdf(parsed.ontology, { baseIri });
    const turtle = writeTurtle(triples, prefixes);
    console.log(turtle.slice(0, 5000));
    const made = ontologyFromRdf(await readGraph(turtle), { name: parsed.ontology.members.name as string, baseIri });
    const back = readBack(made);
    const viaJson = ontologyFromRdf(await readGraph(writeJsonLd(triples, prefixes), 'application/ld+json'), { name: parsed.ontology.members.name as string, baseIri });
    expect(viaJson).toEqual(made);
    console.log(made.notes);
    const one = parsed.ontology, two = back.ontology;
    for (const c of one.concepts) { const d = two.concepts.find((x) => x.identity === c.identity); if (JSON.stringify(d?.fields) !== JSON.stringify(c.fields)) console.log(c.fields, d?.fields); }
  }
});
