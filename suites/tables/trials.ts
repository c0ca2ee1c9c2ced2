/** For a request that is accepted: others differ from it in one respect, and are answered as a rule says. */

import {withAt} from '../../spec/json.ts';
import {mapValues} from '../../spec/map-values.ts';
import type {Exchange} from '../../spec/exchange.ts';
import type {RuleId} from '../../spec/rule.ts';
import type {Val} from '../../spec/value.ts';
import {
  checksOf,
  sharedScene,
  type Check,
  type Handles,
  type Judgement,
  type Setup,
} from '../language/check.ts';
import {expectOutcome, judgeEach, notApplicable, whenServed} from '../language/judge.ts';
import {groupIn, inGroups} from '../language/groups.ts';
import type {Handle, Script} from '../language/script.ts';

/**
 * Other values than those of the accepted request, by JSON Pointer; undefined leaves a member out. The empty pointer has
 * the whole body.
 */
export type Change = Record<string, Val | undefined>;

/** What a change may need: the way to send a request with it. */
interface Begun {
  /** Records the request with a change; without one it has to be accepted. */
  send(change: Change): Handle;
  /** Steps that the table's `when` reads. */
  seen?: Handles;
}

/** A change, or how it is made from what all requests of the table share; undefined: nothing is sent. */
export type Changing<B> = Change | ((s: Script, begun: B) => Change | undefined);

/**
 * A request, and how it has to be answered: a change alone is refused as the table says. The name of the request is the
 * branch if it is answered otherwise.
 */
type Trial<B> = Changing<B> | {created: Changing<B>} | {answered: string[]; to: Changing<B>};

/** The requests that decide a rule. */
type Row<B> = Record<string, Trial<B>>;

/** The requests that decide a rule together. */
interface JudgedRow<B> {
  requests: Record<string, Changing<B>>;
  judge(this: void, seen: Record<string, Exchange>): Judgement;
}

/** A table, all of whose requests are sent in one scene. */
interface Table<G, B extends Begun> {
  /** The id of the scene. */
  scene: string;
  given?: Setup<G>;
  onlyOnTestTargets?: true;
  /** Records what all requests share. */
  begin(s: Script, made: G): B;
  /** Judges only if the request without a change was accepted. Default: otherwise its rule is broken. */
  when?(control: Exchange, judgement: () => Judgement, seen: Record<string, Exchange>): Judgement;
  /** How requests have to be refused. Default: as invalid. */
  expectRefusal?(this: void, response: Exchange, branch: string): Judgement;
  /** The place of rows that do not name one. */
  place?: string;
  /** The rows, by `rule` or `rule @ place`. */
  rows: Record<RuleId, Row<B> | JudgedRow<B>>;
}

/** A refusal as invalid. */
const expectInvalid = (response: Exchange, branch: string): Judgement =>
  expectOutcome(response, 'invalid', branch);

const CONTROL = 'the accepted request';

/** The values of a body with a change. */
export const changed = (body: Record<string, Val>, change: Change): Record<string, Val> =>
  Object.entries(change).reduce<unknown>(
    (edited, [pointer, value]) => withAt(edited, pointer, value),
    body,
  ) as Record<string, Val>;

/** The checks of a table: one for each row. */
export function checksOfTrials<G, B extends Begun>(table: Table<G, B>): Check[] {
  const {scene: id, begin, rows, ...rest} = table;
  const {when = (control, judgement) => whenServed(control, judgement), ...options} = rest;
  const {expectRefusal = expectInvalid, place = '*', ...sceneOptions} = options;
  const scene = sharedScene<G, Handles>({
    id,
    ...sceneOptions,
    act: (s, made) => recordTrials(s, begin(s, made), rows),
  });
  const judgeOf =
    (key: string, row: Row<B> | JudgedRow<B>) =>
    (seen: object): Judgement => {
      const exchanges = seen as Record<string, Exchange>;
      const control = exchanges[CONTROL] as Exchange;
      return when(control, () => judgeRow(row, groupIn(seen, key), expectRefusal), exchanges);
    };
  const judges = Object.entries(rows).map(([key, row]) => {
    const name = key.includes(' @ ') ? key : `${key} @ ${place}`;
    return [name, judgeOf(key, row)] as const;
  });
  return checksOf(scene, Object.fromEntries(judges));
}

function recordTrials<B extends Begun>(
  s: Script,
  begun: B,
  rows: Record<RuleId, Row<B> | JudgedRow<B>>,
): Handles {
  const record = (trial: Trial<B>): Handle | undefined => {
    const {changing} = partsOf(trial);
    const change = typeof changing === 'function' ? changing(s, begun) : changing;
    return change && begun.send(change);
  };
  return {
    ...begun.seen,
    [CONTROL]: begun.send({}),
    ...inGroups(mapValues(rows, (row) => mapValues(requestsOf(row), record))),
  };
}

const requestsOf = <B>(row: Row<B> | JudgedRow<B>): Row<B> => (isJudged(row) ? row.requests : row);

const isJudged = <B>(row: Row<B> | JudgedRow<B>): row is JudgedRow<B> => 'requests' in row;

const isCreated = <B>(trial: Trial<B>): trial is {created: Changing<B>} => 'created' in trial;

const isAnswered = <B>(trial: Trial<B>): trial is {answered: string[]; to: Changing<B>} =>
  'answered' in trial;

/** The change of a request, and the situations that it has to be answered with, if it is not refused. */
function partsOf<B>(trial: Trial<B>): {changing: Changing<B>; situations?: string[]} {
  if (isCreated(trial)) return {changing: trial.created, situations: ['created']};
  if (isAnswered(trial)) return {changing: trial.to, situations: trial.answered};
  return {changing: trial};
}

function judgeRow<B>(
  row: Row<B> | JudgedRow<B>,
  seen: Record<string, Exchange>,
  expectRefusal: typeof expectInvalid,
): Judgement {
  if (isJudged(row)) return row.judge(seen);
  const responses = Object.entries(seen);
  if (!responses.length) return notApplicable('the profile says that the member is not needed');
  return judgeEach(responses, ([name, response]) => {
    const {situations} = partsOf(row[name] ?? {});
    return situations ? expectOutcome(response, situations, name) : expectRefusal(response, name);
  });
}
