/** How the fixtures of a report are replayed on the target of its run. */
export interface Replaying {
  /** The folder of the report. */
  folder: string;
  /** The options that select the target, for example `--config staging.yaml`. */
  options: readonly string[];
}

/** The command that replays the fixture of a failure. */
export function replayCommand(rule: string, place: string, {folder, options}: Replaying): string {
  return replayOf(`${folder.replace(/\/+$/, '')}/fixtures/${fixtureFile(rule, place)}`, options);
}

/** The command that replays a fixture. @param options select the target */
export const replayOf = (file: string, options: readonly string[]): string =>
  ['npx presscheck replay', ...options.map(shellWord), shellWord(file)].join(' ');

/** A word as a shell reads it. */
const shellWord = (word: string): string =>
  /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** The file name of the fixture that reproduces a failure at a place of a rule; `*` is the rule as a whole. */
export function fixtureFile(rule: string, place: string): string {
  const name = place === '*' ? rule : `${rule} ${place}`;
  return `${name.replaceAll(/[^\w.-]+/g, '-')}.yaml`;
}
