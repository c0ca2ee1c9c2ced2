/** For two things of a kind: after each of many requests, every list shows both in their current state. */

import type {Exchange} from '../../spec/exchange.ts';
import type {RuleId} from '../../spec/rule.ts';
import type {AnyProperty, Drawn, Handles, Judgement, Property, Setup} from '../language/check.ts';
import {all, concluded, expectThat, nothing} from '../language/judge.ts';
import {propertiesOf} from '../language/property.ts';
import {cutOf} from '../language/rows.ts';
import type {Handle, Script} from '../language/script.ts';
import {
  judgedStages,
  judgesOf,
  stagesIn,
  storyOf,
  type Judged,
  type SeenInStory,
  type Stage,
} from '../language/stories.ts';
import type {Row} from './list.ts';
import {classesOf} from '../values/values.ts';

const WHO = ['one', 'other'] as const;
type Who = (typeof WHO)[number];

/** A request on one of the things. */
export interface Change<T, E extends string = string> {
  effect: E;
  /** The rule that is broken if the thing is different afterwards. */
  rule: RuleId;
  record(s: Script, thing: T, other: T): Handle;
}

/** One step of a story: a change of one of the things, and a list that is read after it. */
interface Step {
  does: string;
  on: Who;
  list: string | undefined;
}

/** The steps of a story: `rename > all, other: delete` renames the one, reads all, and deletes the other. */
const stepsOf = (story = ''): Step[] =>
  story.split(', ').map((text) => {
    const [, other, does = '', list] = /^(other: )?(.+?)(?: > (.+))?$/.exec(text) ?? [];
    return {does, on: other === undefined ? 'one' : 'other', list};
  });

/** A list in which one of the things is looked for after a step. */
export interface ListAfter {
  name: 'search' | (string & {});
  who: Who;
  /** Whether the step changed this thing. */
  isChanged: boolean;
}

/** The things of a chapter, and what it knows of them. */
interface Things<T, K, V extends Drawn, G, E extends string> {
  /** What a thing is called, as in `user`. */
  kind: string;
  changes: Record<string, Change<T, E>>;
  stories: Record<string, string>;
  /** The rule that is broken if a request changes the other thing. */
  others: RuleId;
  /** The values with which the things are made. */
  forAll: Property<V>['forAll'];
  given?: Setup<G>;
  maxDrawsOnTestTarget: number;
  make(s: Script, values: V, made: G): Record<Who, T & {created: Handle; list?: Handle}>;
  /** Reads that are searches for one thing, and lists of many. */
  search(s: Script, thing: T): Handle<unknown>;
  lists: Record<string, (s: Script, changed: T, one: T) => Handle<unknown>>;
  /** What is known of a thing that was made just now. */
  atFirst(created: Exchange, list: Exchange): K | undefined;
  /** What is known after a request; undefined if the answer breaks another rule. */
  after(known: K, effect: E, response: Exchange): K | undefined;
  rowIn(pages: Exchange[], known: K): Row | undefined;
  /** Whether a list has to show the thing; undefined where it may. */
  isListed(known: K, list: ListAfter, row: Row | undefined): boolean | undefined;
  /** The thing in its state, in words: `deactivated user`. */
  inWords(known: K): string;
  /** The members of a row that contradict what is known. */
  contradictions(row: Row, known: K): string[];
  /** What is known after a row was seen. */
  toldBy(row: Row, known: K): K;
  /** More judgements of a row, of the rule of the change. */
  judgeRow?(page: Exchange, row: Row, known: K): Judgement;
  /** Judgements of other rules about what was read after a step. */
  beside?: {rules: RuleId[]; judge(shown: Stage<Step>['shown'], who: Who, known: K): Judged[]};
}

/** Things of any chapter, once its types have been checked. */
type AnyThings<T, K> = Things<T, K, Drawn, unknown, string>;

/** The checks that two things of a kind are shown in their current state after every change. */
export function afterEveryChangeOf<T, K, V extends Drawn, G, E extends string>(
  things: Things<T, K, V, G, E>,
): AnyProperty[] {
  const {kind, changes, stories, others, beside, given, maxDrawsOnTestTarget} = things;
  const [first = '', ...rest] = Object.keys(stories);
  const changeOf = (step: Step): Change<T, E> => changes[step.does] as Change<T, E>;
  const rules = [...Object.values(changes).map(({rule}) => rule), others, ...(beside?.rules ?? [])];
  return propertiesOf<V & {story: string}, Handles, G>(
    {
      scene: `store: two ${kind}s shown after every change`,
      place: 'after every change',
      story: 'story',
      ...(given && {given}),
      forAll: {story: classesOf(first, ...rest), ...things.forAll} as never,
      // This takes many requests; other checks send each of them once to a shared target.
      maxDrawsOnShared: 0,
      maxDrawsOnTestTarget,
      act: (s, drawn, made) => {
        const both = things.make(s, drawn, made);
        const steps = storyOf(
          stepsOf(stories[drawn.story]),
          (step) => {
            const [thing, other] =
              step.on === 'one' ? [both.one, both.other] : [both.other, both.one];
            return changeOf(step).record(s, thing, other);
          },
          ({on, list}) => ({
            one: things.search(s, both.one),
            other: things.search(s, both.other),
            ...(list !== undefined && {[list]: things.lists[list]?.(s, both[on], both.one)}),
          }),
        );
        const lists = WHO.flatMap((who) => {
          const {list} = both[who];
          return list ? [[`${who} list`, list] as const] : [];
        });
        return {
          one: both.one.created,
          other: both.other.created,
          ...Object.fromEntries(lists),
          ...steps,
        };
      },
    },
    judgesOf([...new Set(rules)], (seen, {story}: {story: string}) =>
      judgedIn(things as unknown as AnyThings<T, K>, seen, stepsOf(stories[story])),
    ),
  );
}

/** Judges both things at each step of a story. */
function judgedIn<T, K>(things: AnyThings<T, K>, seen: SeenInStory, steps: Step[]): Judged[] {
  const [one, other] = WHO.map((who) =>
    things.atFirst(seen[who] as Exchange, seen[`${who} list`] as Exchange),
  );
  if (one === undefined || other === undefined) return [];
  const known = {one, other};
  return judgedStages(stagesIn(seen, steps), (stage) => {
    const {on, does} = stage.change;
    const {effect, rule} = things.changes[does] as Change<T>;
    const next = things.after(known[on], effect, stage.response);
    if (next === undefined) return undefined;
    known[on] = next;
    return WHO.flatMap((who) =>
      judgedOf(things, stage, who, known, who === on ? rule : things.others),
    );
  });
}

/** Judges one of the things at a step, and adds what the lists show to what is known. */
function judgedOf<T, K>(
  things: AnyThings<T, K>,
  {change, shown}: Stage<Step>,
  who: Who,
  known: Record<Who, K>,
  rule: RuleId,
): Judged[] {
  const isChanged = who === change.on;
  const lists = Object.entries(shown).filter(([name]) => name === who || !isWho(name));
  const ofLists = lists.map(([name, pages]) => {
    const list = {name: isWho(name) ? 'search' : name, who, isChanged};
    const branch = `${isChanged ? 'the' : 'another'} ${things.kind} after: ${change.does}`;
    const judgement = concluded(() => {
      const row = things.rowIn(pages, known[who]);
      const judged = expectAsKnown(things, row, known[who], {...list, pages, branch});
      if (row) known[who] = things.toldBy(row, known[who]);
      return judged;
    });
    return {rule, judgement};
  });
  return [...ofLists, ...(things.beside?.judge(shown, who, known[who]) ?? [])];
}

const isWho = (name: string): name is Who => WHO.some((one) => one === name);

/** A list shows a thing if it must, does not if it must not, and shows the current state. */
function expectAsKnown<T, K>(
  things: AnyThings<T, K>,
  row: Row | undefined,
  known: K,
  list: ListAfter & {pages: Exchange[]; branch: string},
): Judgement {
  const {pages, name, branch} = list;
  const page = pages.find((one) => things.rowIn([one], known)) ?? pages[0];
  const isListed = things.isListed(known, list, row);
  const isRight = row ? isListed !== false : isListed !== true || cutOf(pages) !== undefined;
  const presence = expectThat(isRight, {
    branch: `${branch}, ${row ? 'listed' : 'not listed'}`,
    expected: `the ${things.inWords(known)} ${isListed ? '' : 'not '}to be listed (${name})`,
    got: row ? `it in the list` : `no such ${things.kind}`,
    at: page,
  });
  if (!row || !page) return presence;
  const wrong = things.contradictions(row, known);
  const values = expectThat(wrong.length === 0, {
    branch,
    expected: `the ${things.inWords(known)} with the values of the requests`,
    got: wrong.join(', ') || `that ${things.kind}`,
    at: page,
  });
  return all(presence, values, things.judgeRow?.(page, row, known) ?? nothing());
}
