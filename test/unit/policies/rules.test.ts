import { compile } from '../../../domain/policies/cel.ts';
import { judgeDocument, rulesFor, rulesInForce } from '../../../domain/policies/judge.ts';
import { violationsOfRules } from '../../../domain/policies/rules.ts';

const policyOf = (expression: string, further: object = {}) => ({
  status: 'Accepted',
  rules: [{ id: 'rule', expression, message: 'Change it.', ...further }],
});
const contract = (properties: object[], members: object = {}) =>
  JSON.stringify({
    apiVersion: 'v3.1.0',
    kind: 'DataContract',
    id: 'orders',
    version: '1.0.0',
    status: 'active',
    schema: [{ name: 'orders', properties }],
    ...members,
  });
const judge = (expression: string, text: string, further: object = {}) =>
  judgeDocument(
    { kind: 'data-contract', text, ownerId: 'checkout', tags: ['gold'] },
    rulesFor('p', policyOf(expression, further)),
  );
const described = 'contract.tables.all(t, t.fields.all(f, f.description != null))';

describe('rules of a policy', () => {
  it.each([
    ['contract.status in ["active", "draft"]'],
    [described],
    ['contract.tables.all(t, t.fields.all(f, !("pii" in f.tags) || f.classification != null))'],
    ['contract.tables.filter(t, size(t.primaryKey) == 0).size() == 0'],
    ['contract.tables[0].fields.exists(f, f.primaryKey)'],
    ['has(contract.customProperties.costCenter)'],
    ['contract.description.purpose != null && contract.description.purpose.size() >= 20'],
    ['contract.version != null && contract.version.matches("^[0-9]+[.][0-9]+[.][0-9]+$")'],
    ['product.outputPorts.all(p, p.contractId != null)'],
  ])('accepts %s', (expression) => {
    expect(violationsOfRules(policyOf(expression))).toEqual([]);
  });

  it.each([
    ['contract.tabels.size() > 0', /^'tabels' is no member of 'contract'; known: id, .*tables/],
    ['contract.tables.all(t, t.fields.all(f, f.nme != ""))', /^'nme' is no member of 'f'; known: /],
    ['contract.tables[0].colums.size() > 0', /^'colums' is no member of this value; known: /],
    ['kontract.id != ""', /^'kontract' is not known here; known: contract, product$/],
    ['contract.tables.name != ""', /^'name' is no member of 'tables'; a list has no members$/],
    ['contract.name + 1 == 2', /^cannot work: found no matching overload/],
    ['contract.name', /^cannot work: its value is neither true nor false$/],
    ['contract.name ==', /^cannot be read: /],
    ['contract.version.startsWith("1")', /^does not work where an optional member is null: /],
    ['true', /^must be about either 'contract' or 'product'/],
    ['contract.id == product.id', /^must be about either 'contract' or 'product'/],
    ['(('.repeat(900), /^cannot be read: /],
  ])('refuses %s with the reason', (expression, reason) => {
    const [violation, ...others] = violationsOfRules(policyOf(expression));
    expect(violation).toEqual({
      field: 'rules[0].expression',
      message: expect.stringMatching(reason) as unknown,
    });
    expect(others).toEqual([]);
  });

  it('refuses a second rule with the same id, and kinds that the expression is not about', () => {
    const rule = { id: 'rule', expression: described, message: 'Change it.' };
    const where = { kinds: ['data-product'] };
    expect(violationsOfRules({ rules: [rule, { ...rule, where }] })).toEqual([
      { field: 'rules[1].id', message: "another rule has the id 'rule'; choose another one" },
      {
        field: 'rules[1].expression',
        message: "is about 'contract', but where.kinds leaves 'data-contract' out",
      },
    ]);
  });

  it('finds the documents that do not keep them', () => {
    expect(judge(described, contract([{ name: 'id', description: 'Number' }]))).toEqual([]);
    expect(judge(described, contract([{ name: 'id' }]))).toEqual([
      {
        policyId: 'p',
        ruleId: 'rule',
        severity: 'error',
        message: 'Change it.',
        problem: null,
        refuses: false,
      },
    ]);
  });

  it.each([
    [{ where: { teams: ['checkout'] } }, 1],
    [{ where: { teams: ['sales'] } }, 0],
    [{ where: { tags: ['silver', 'gold'] } }, 1],
    [{ where: { tags: ['silver'] } }, 0],
    [{ where: { teams: ['checkout'], tags: ['silver'] } }, 0],
  ])('judges only documents of %j', (where, count) => {
    expect(judge(described, contract([{ name: 'id' }]), where)).toHaveLength(count);
  });

  it('are in force only while the policy is accepted', () => {
    const policy = policyOf(described);
    expect(rulesInForce('p', policy)).toHaveLength(1);
    for (const status of ['Draft', 'Rejected', 'Deprecated', undefined, null])
      expect(rulesInForce('p', { ...policy, status: status ?? null })).toEqual([]);
  });

  it('refuse a write only with the severity error in an enforced policy', () => {
    const refuses = (severity: string, enforced: boolean) =>
      judgeDocument(
        { kind: 'data-contract', text: contract([{ name: 'id' }]), ownerId: null, tags: [] },
        rulesFor('p', { ...policyOf(described, { severity }), enforced }),
      ).map((finding) => finding.refuses);
    expect(refuses('error', true)).toEqual([true]);
    expect(refuses('error', false)).toEqual([false]);
    expect(refuses('warning', true)).toEqual([false]);
  });
});

describe('hostile expressions', () => {
  const fields = Array.from({ length: 1_000 }, (_, index) => ({ name: `field_${index}` }));
  const nested = (depth: number): string =>
    depth === 0
      ? 'contract.id != ""'
      : `[1, 2, 3, 4, 5, 6, 7, 8, 9].all(v${depth}, ${nested(depth - 1)})`;

  it.each([
    ['contract.tables.all(t, t.fields.all(a, t.fields.all(b, a.name != "" && b.name != "")))'],
    ['contract.tables.all(t, t.fields.map(a, t.fields.map(b, a.name + b.name)).size() > 0)'],
    ['contract.tables.all(t, t.fields.all(a, t.fields.exists(b, a.name.matches(b.name))))'],
    [nested(12)],
  ])('end without an answer: %s', (expression) => {
    const [finding] = judge(expression, contract(fields));
    expect(finding).toMatchObject({ problem: 'it takes too many steps', refuses: false });
  });

  it('read 1,000 fields with 50 rules', () => {
    const rules = Array.from({ length: 50 }, (_, index) => ({
      id: `rule-${index}`,
      expression: described,
      message: 'Describe it.',
    }));
    const found = judgeDocument(
      { kind: 'data-contract', text: contract(fields), ownerId: null, tags: [] },
      rulesFor('p', { status: 'Accepted', rules }),
    );
    expect(found.map(({ problem }) => problem)).toEqual(rules.map(() => null));
  });

  it('match patterns that backtracking would never end', () => {
    const text = contract([], { name: 'a'.repeat(50_000) });
    expect(judge('contract.name.matches("^(a+)+b$")', text)).toMatchObject([{ problem: null }]);
  });

  it.each(['__proto__', 'constructor', 'toString'])('read no %s of the process', (name) => {
    const program = compile(`contract.${name} != null`);
    expect(program.run({ contract: {} }, { left: 100 })).toEqual({
      problem: expect.stringContaining(name) as unknown,
    });
  });
});
