/** Each script sends the words up to the cursor, and gets one candidate a line: `word`, a tab, its meaning. Without candidates, files are offered. */
export const shellScripts = {
  bash: `_concordat() {
  local IFS=$'\\n' words current="\${COMP_WORDS[COMP_CWORD]}"
  words=$(concordat __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1)
  # The cursor is behind the = of --option=: no letter of the value is there yet.
  [ "$current" = = ] && current=
  COMPREPLY=($(compgen -W "$words" -- "$current"))
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
  fish: `function __concordat_has_candidates
  set -l words (commandline -opc) (commandline -ct)
  set -g __concordat_candidates (concordat __complete $words[2..-1] 2>/dev/null)
  set -q __concordat_candidates[1]
end
complete -c concordat -n __concordat_has_candidates -f -a '$__concordat_candidates'
`,
} as const;
