/** After every request of a story all lists show both users in their current state. */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {AnyProperty, Handles, Judgement} from '../../../language/check.ts';
import {all, concluded, expectThat, nothing} from '../../../language/judge.ts';
import {cutOf} from '../../../language/rows.ts';
import {propertiesOf} from '../../../language/property.ts';
import {type Handle, type Script} from '../../../language/script.ts';
import {text} from '../../../language/sent-values.ts';
import {
  judgedStages,
  judgesOf,
  stagesIn,
  storyOf,
  type Judged,
  type SeenInStory,
  type Stage,
} from '../../../language/stories.ts';
import {classesOf, integers} from '../../../values/values.ts';
import {createUser, search, walkDeactivated, walkList} from '../../people.ts';
import {isFlagSet, rowOf, type UserRow} from '../../user-rows.ts';
import {contradictions, knownAfter, knownOf, toldBy, type Known} from '../list/known-person.ts';
import {CHANGES, KEEPS, MOVES, REFUSED, STORIES, type Person, type Step} from './stories.ts';
import {roles, type Roles} from '../updates.ts';

const OTHERS = 'store.users.others-stay-as-they-are';
const ADMINS = 'store.users.query-admins-lists-admins-only';

const WHO = ['one', 'other'] as const;
type Who = (typeof WHO)[number];

/** The generated values of one scene. */
type DrawnStory = {
  story: string;
  flags: Roles;
  flagsOfOther: Roles;
  limit: number;
};

const [first = '', ...rest] = Object.keys(STORIES);

/** Records two users whose emails and external ids have the same beginning or end. */
function createTwoPeople(s: Script, {flags, flagsOfOther, limit}: DrawnStory): Record<Who, Person> {
  const one = createUser(s, {...flags, sessions_limit: limit});
  const email = text('x', one.body.email);
  const externalId = text(one.body.external_id, '1');
  const alike = {email, external_id: externalId};
  const other = createUser(s, {...flagsOfOther, ...alike, sessions_limit: 3});
  return {
    one: {...one, email: one.body.email},
    other: {created: other.created, body: {...other.body, ...alike} as Person['body'], email},
  };
}

/** Records reads of both users after a step. */
function readBothUsers(
  s: Script,
  {on, list}: Step,
  people: Record<Who, Person>,
): Record<string, Handle<unknown>> {
  const lists = {
    admins: () => walkList(s, {query: 'admins'}),
    deactivated: () => walkDeactivated(s, people[on].created),
    everybody: () => walkList(s, {}, people.one.created),
  };
  return {
    one: search(s, people.one.email),
    other: search(s, people.other.email),
    ...(list && {[list]: lists[list]()}),
  };
}

/** Judges both users at each step of a story. */
function judgedIn(seen: SeenInStory, {story}: DrawnStory): Judged[] {
  const created = (who: Who): Exchange => seen[who] as Exchange;
  const known = {one: knownOf(created('one')), other: knownOf(created('other'))};
  return judgedStages(stagesIn(seen, STORIES[story] ?? []), (stage) => {
    const {on, does} = stage.change;
    const next = knownAfter(known[on], CHANGES[does].effect, stage.response);
    if (!next) return undefined;
    known[on] = next;
    return WHO.flatMap((who) => judgedOf(stage, who, {created: created(who), known}));
  });
}

/** Judges one of the users at a step, and adds what the lists show to what is known. */
function judgedOf(
  {change, shown}: Stage<Step>,
  who: Who,
  {created, known}: {created: Exchange; known: Record<Who, Known>},
): Judged[] {
  const rule = who === change.on ? CHANGES[change.does].rule : OTHERS;
  const found = shown[who] ?? [];
  const lists = Object.entries(shown).filter(([name]) => name === who || !isWho(name));
  const ofLists = lists.map(([name, pages]) => ({
    rule,
    judgement: concluded(() => {
      const row = rowOf(pages, created);
      const judgement = expectShownAsKnown(row, known[who], {pages, name, who, change});
      if (row) known[who] = toldBy(row, known[who]);
      return judgement;
    }),
  }));
  const row = (): UserRow | undefined => rowOf(found, created);
  const admins = shown['admins'];
  if (!admins || known[who].stage !== 'active') return ofLists;
  return [
    ...ofLists,
    {rule: ADMINS, judgement: concluded(() => expectAmongAdmins(row(), admins, created))},
  ];
}

const isWho = (name: string): name is Who => WHO.some((one) => one === name);

/** The list in which a row was searched. */
interface SearchedList {
  pages: Exchange[];
  /** The name of a list, or the user whose email was searched for. */
  name: string;
  who: Who;
  change: Step;
}

/** A list shows a user if it must, does not if it must not, and shows the current state. */
function expectShownAsKnown(row: UserRow | undefined, known: Known, list: SearchedList): Judgement {
  const {pages, name, who, change} = list;
  const at = pages[0];
  const branch = `${who === change.on ? 'the user' : 'another user'} after: ${change.does}`;
  if (!row) {
    const isMissing = mustList(name, known, list) && cutOf(pages) === undefined;
    return expectThat(!isMissing, {
      branch: `${branch}, not listed`,
      expected: `a user who is ${known.stage} to be listed (${name})`,
      got: 'no such user',
      at,
    });
  }
  const isStray = name === 'deactivated' && known.stage === 'active';
  const wrong = contradictions(row, known);
  return all(
    expectThat(!isStray, {
      branch: `${branch}, listed`,
      expected: 'no active user in the list of deactivated users',
      got: isStray ? 'the active user' : 'the user',
      at,
    }),
    expectThat(wrong.length === 0, {
      branch,
      expected: `the ${known.stage} user with the values of the requests`,
      got: wrong.join(', ') || 'that user',
      at,
    }),
  );
}

/**
 * Whether a list must show a user: it is open what a search by the email of a deactivated user
 * finds.
 */
function mustList(name: string, {stage, isShown}: Known, {who, change}: SearchedList): boolean {
  // If no list has shown the user so far, the list may lag behind.
  if (who !== change.on && !isShown) return false;
  if (name === 'deactivated') return stage === 'deactivated' && who === change.on;
  if (name === 'everybody') return stage === 'active' && who === 'one';
  return name === who && stage === 'active';
}

/** A user is among the admins exactly when the search by email shows an admin. */
function expectAmongAdmins(
  row: UserRow | undefined,
  admins: Exchange[],
  created: Exchange,
): Judgement {
  if (row?.admin === undefined) return nothing();
  const isListed = rowOf(admins, created) !== undefined;
  const isCut = cutOf(admins) !== undefined;
  return expectThat(isListed === isFlagSet(row.admin) || (!isListed && isCut), {
    branch: isListed ? 'no admin is listed' : 'an admin is not listed',
    expected: `the user ${isListed ? 'not ' : ''}to be among the admins`,
    got: `\`admin\` ${String(row.admin)} in the search by email`,
    at: admins[0],
  });
}

/** Two users are changed by requests in any order, and read after each. */
export const afterEveryChange: AnyProperty[] = propertiesOf<DrawnStory, Handles, undefined>(
  {
    scene: 'store: two users shown after every change',
    place: 'after every change',
    story: 'story',
    forAll: {
      story: classesOf(first, ...rest),
      flags: roles,
      flagsOfOther: roles,
      limit: integers(1, 999_999),
    },
    // This takes many requests; other checks send each of them once to a shared target.
    maxDrawsOnShared: 0,
    maxDrawsOnTestTarget: 2,
    act: (s, drawn): Handles => {
      const people = createTwoPeople(s, drawn);
      const {one, other} = people;
      const steps = storyOf(
        STORIES[drawn.story] ?? [],
        ({does, on}) => CHANGES[does].record(s, people[on], on === 'one' ? other : one),
        (step) => readBothUsers(s, step, people),
      );
      return {one: one.created, other: other.created, ...steps};
    },
  },
  judgesOf([KEEPS, REFUSED, MOVES, OTHERS, ADMINS], judgedIn),
);
