import type pico from 'picocolors';
import {quantity} from '../spec/quantity.ts';
import type {PlaceVerdict, RuleVerdict} from '../spec/run-record.ts';
import type {Cause} from './causes.ts';
import {fixtureFile, replayCommand, type Replaying} from './fixture-file.ts';
import {
  attemptsText,
  commandLines,
  commandText,
  groupedPlaces,
  problemsAt,
  shortList,
} from './problems.ts';
import {notShrunkText, raceText, wayText} from './ways.ts';

/** The maximum numbers of places of a rule, violations of a place, blocked rules and names of equal places that are shown. */
const MAX_PLACES = 5;
const MAX_PROBLEMS = 3;
const MAX_BLOCKED = 12;
const MAX_NAMES = 4;

/** How many of something are shown. */
const most = (usual: number, {showsAll}: Pick<FailureStyle, 'showsAll'>): number =>
  showsAll ? Infinity : usual;

/** The colours of a terminal, or none. */
export type Colors = ReturnType<typeof pico.createColors>;

/** How failures are shown. */
export interface FailureStyle {
  colors: Colors;
  /** How the fixtures are replayed; without it only their names are known. */
  replaying?: Replaying | undefined;
  /** Whether every place is shown, and every rule that a cause leaves undecided, with what was seen. */
  showsAll?: boolean;
}

/** The failures by cause: rules with one cause have the same number. */
export function causeLines(causes: readonly Cause[], style: FailureStyle): string[] {
  if (!causes.length) return [];
  const {colors} = style;
  const failed = causes.reduce((total, cause) => total + cause.failed.length, 0);
  const heading = `${quantity(failed, 'failed rule')}, ${quantity(causes.length, 'cause')}`;
  return [
    colors.bold(colors.red(heading)),
    '',
    ...causes.flatMap((cause, index) => [
      ...cause.failed.flatMap((rule, at) => ruleLines(`${index + 1}.`, rule, style, at === 0)),
      ...blockedLines(cause, style),
      '',
    ]),
  ];
}

function blockedLines({blocked}: Cause, style: FailureStyle): string[] {
  if (!blocked.length) return [];
  const heading = `undecided because of it: ${quantity(blocked.length, 'rule')}`;
  const limit = most(MAX_BLOCKED, style);
  const more = blocked.length - limit;
  return [
    `   ${style.colors.yellow(heading)}`,
    ...blocked
      .slice(0, limit)
      .flatMap(({rule, reason}) => [
        `     ${rule}`,
        ...(style.showsAll && reason ? [`       ${reason}`] : []),
      ]),
    ...(more > 0 ? [`     and ${more} more`] : []),
  ];
}

/**
 * A failed rule with its places.
 * @param shown whether to show the commands of its first place; other rules of the cause fail because of the same
 * response
 */
function ruleLines(
  number: string,
  rule: RuleVerdict,
  style: FailureStyle,
  shown: boolean,
): string[] {
  const {colors} = style;
  const {first, different, ...places} = groupedPlaces(rule);
  const alike = places.alike.map(({place}) => place);
  const limit = most(MAX_PLACES, style);
  const more = different.length + 1 - limit;
  return [
    `${number} ${colors.red('FAILED')}  ${colors.bold(rule.rule)}  (${rule.section})`,
    `   ${rule.sentence}`,
    ...(first ? placeLines(first, style) : []),
    ...(first && shown ? commandsOf(rule.rule, first, style) : []),
    ...(alike.length
      ? [
          `   the same at ${quantity(alike.length, 'more place')}: ${shortList(alike, most(MAX_NAMES, style))}`,
        ]
      : []),
    ...different.slice(0, limit - 1).flatMap((place) => placeLines(place, style)),
    ...(more > 0 ? [`   and at ${quantity(more, 'more place')}`] : []),
  ];
}

function placeLines(place: PlaceVerdict, style: FailureStyle): string[] {
  const limit = most(MAX_PROBLEMS, style);
  const lines = place.place === '*' ? [] : [`   place: ${place.place}`];
  const problems = problemsAt(place);
  for (const {subject, expected, got, branch} of problems.slice(0, limit))
    lines.push(
      `     ${subject ? `${subject} ` : ''}[${branch}]`,
      `       expected  ${expected}`,
      `       got       ${got}`,
    );
  const more = problems.length - limit;
  if (more > 0) lines.push(`     and ${more} more`);
  const attempts = attemptsText(place);
  return attempts ? [...lines, `     ${attempts}`] : lines;
}

function commandsOf(
  rule: string,
  place: PlaceVerdict,
  {colors, replaying}: FailureStyle,
): string[] {
  const commands = commandLines(place);
  if (!commands.length) return [];
  const replay = replaying
    ? replayCommand(rule, place.place, replaying)
    : `fixtures/${fixtureFile(rule, place.place)}`;
  const way = wayText(place);
  const story = [notShrunkText(place), raceText(place)].flatMap((text) => text ?? []);
  return [
    ...story.map((text) => `     ${text}`),
    `     reproduce it${way ? ` in ${way}:` : ''} with the fixture, or with the requests below:`,
    `       ${replay}`,
    ...commands.map((command) => {
      const line = commandText(command);
      return `       ${command.shown ? colors.bold(line) : line}`;
    }),
  ];
}
