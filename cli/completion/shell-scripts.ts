/** Each script sends the words up to the cursor, and gets one candidate a line: `word`, a tab, its meaning. */
export const shellScripts = {
  bash: `_concordat() {
  local IFS=$'\\n' words
  words=$(concordat __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1)
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _concordat concordat
`,
  zsh: `_concordat() {
  local -a candidates
  local line
  while IFS= read -r line; do
    candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done < <(concordat __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)
  _describe 'concordat' candidates || _files
}
compdef _concordat concordat
`,
  fish: `function __concordat_complete
  set -l words (commandline -opc) (commandline -ct)
  concordat __complete $words[2..-1] 2>/dev/null
end
complete -c concordat -a '(__concordat_complete)'
`,
} as const;
