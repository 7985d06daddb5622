import type { Command } from '../command.ts';
import { shellScripts } from './shell-scripts.ts';

const shells = Object.keys(shellScripts) as (keyof typeof shellScripts)[];

/** `concordat completion <shell>`: the script asks `concordat __complete` at each Tab, so that it is never outdated. */
export const completion: Command = {
  name: 'completion',
  summary: 'Print the script that completes commands in a shell',
  arguments: [{ name: '<shell>', help: 'your shell', choices: shells }],
  details: [
    'bash: add  eval "$(concordat completion bash)"  to ~/.bashrc',
    'zsh:  add  eval "$(concordat completion zsh)"   to ~/.zshrc, after compinit',
    'fish: concordat completion fish > ~/.config/fish/completions/concordat.fish',
  ].join('\n'),
  examples: ['eval "$(concordat completion bash)"'],
  run: async ({ arguments: [name] }) => {
    const shell = shells.find((each) => each === name) ?? 'bash';
    return Promise.resolve({ value: shellScripts[shell], text: shellScripts[shell] });
  },
};
