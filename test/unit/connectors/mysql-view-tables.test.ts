import { tablesNamedIn } from '../../../connectors/mysql/view-tables.ts';

const named = (definition: string): string[] =>
  tablesNamedIn(definition).map(({ schema, name }) => `${schema} / ${name}`);

describe('the tables named in the definition of a view', () => {
  it('stand behind FROM and JOIN, in brackets or not', () => {
    const definition =
      'select `o`.`id` AS `id`,`c`.`name` AS `name` from ((`shop`.`orders` `o` join `shop`.`customers` `c` on(`o`.`c` = `c`.`id`)) left join `other`.`items` on(1)) where exists(select 1 from `shop`.`gone` limit 1)';
    expect(named(definition)).toEqual([
      'shop / orders',
      'shop / customers',
      'other / items',
      'shop / gone',
    ]);
  });

  it('are named once, with their backticks and dots', () => {
    const definition = 'select 1 from `a``b`.`c.d` union select 2 from `a``b`.`c.d`';
    expect(named(definition)).toEqual(['a`b / c.d']);
  });

  it('are not what stands in texts, or is a column', () => {
    const definition =
      "select 'from `a`.`b`' AS `x`,'it''s from `a`.`c`' AS `y`,'\\' from `a`.`d`' AS `z`,`t`.`from` AS `from` from `s`.`t` where `t`.`x` = `t`.`y`";
    expect(named(definition)).toEqual(['s / t']);
  });

  it('ends in time, whatever the text', () => {
    expect(named(`${"'\\".repeat(50_000)}\``)).toEqual([]);
    expect(named('(`'.repeat(50_000))).toEqual([]);
    expect(named(`from ${'('.repeat(20_000)}${'`a`.`b` '.repeat(2_000)}`)).toEqual(['a / b']);
  });
});
