import { operatorCommand } from '../../../lib/operator-command.ts';

describe('commands of operators in texts', () => {
  afterEach(() => {
    delete process.env['CONCORDAT_COMMAND'];
  });

  it('are those of npm in a checkout, and those of the package below it', () => {
    const words = () => [operatorCommand('doctor'), operatorCommand('integrations run a --now')];
    expect(words()).toEqual(['npm run doctor', 'npm run integrations -- run a --now']);
    process.env['CONCORDAT_COMMAND'] = '1';
    expect(words()).toEqual(['concordat doctor', 'concordat integrations run a --now']);
  });
});
