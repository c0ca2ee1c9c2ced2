import {at} from '../../../../spec/json.ts';
import {
  allowedOutcome,
  among,
  either,
  isCut,
  outcomeWith,
  refusal,
  refused,
  refusedOr,
  sentIn,
  shownIn,
  type Fits,
} from '../../../../spec/allowed-outcomes.ts';
import type {AllowedOutcome, Command} from '../../../../spec/relation.ts';
import {alike, relationOf, type Things} from '../../../../spec/relation-of-things.ts';
import type {Exchange} from '../../../../spec/exchange.ts';

/** What is known of one user: the state (States / User), the address and the id. */
export interface Person {
  stage: 'active' | 'deactivated' | 'anonymized';
  /** The command that gave the user a fresh address; undefined once anonymized. */
  address: number | undefined;
  /** The id in the response to the creation; undefined while nothing was sent. */
  id: number | undefined;
  /** That address; undefined while nothing was sent, and once anonymized. */
  email: string | undefined;
  /** Changes of state so far. */
  moves: number;
}

/** The users of a store as a sequence of commands has shown them. */
export type People = Things<Person>;

/** Nothing is known yet. */
export const EMPTY: People = {};

type CommandModel = (person: Person, people: People, command: Command) => AllowedOutcome<Person>[];

const moved = (person: Person, stage: Person['stage']): Person => ({
  ...person,
  stage,
  moves: person.moves + 1,
});

/** @param address the command that gave the address */
const creating = (address: number | undefined): AllowedOutcome<Person> =>
  outcomeWith('created', (response) => ({
    stage: 'active',
    address,
    id: shownIn(response, '/data/id'),
    email: sentIn(response, '/email'),
    moves: 0,
  }));

/** Users who have this address now. */
const holders = (people: People, address: number | undefined): Person[] =>
  Object.values(people).filter((one) => one.address === address && address !== undefined);

/**
 * Another user with the first address of this one: refused while an active user has it. It is not
 * documented whether the address of a deactivated user is in use.
 */
function creatingWithFirstEmail(
  people: People,
  {on}: Command,
): AllowedOutcome<Person | undefined>[] {
  const now = holders(people, on);
  const taken = allowedOutcome(undefined, 'invalid');
  if (now.some((one) => one.stage === 'active')) return [taken];
  return now.length ? [taken, creating(on)] : [creating(on)];
}

/** Updates of users who are not active are not documented (NS-ST-15). */
const updatingEmail: CommandModel = (person, _people, {id}) => {
  const changed = outcomeWith('updated', (response): Person => ({
    ...person,
    address: id,
    email: sentIn(response, '/email'),
  }));
  if (person.stage === 'active') return [changed];
  // An anonymized user remains anonymized, whatever the response says.
  const isKept = person.stage === 'anonymized';
  return [refusal(person), isKept ? allowedOutcome(person, 'updated') : changed];
};

const unmoved = (person: Person, situation: string): AllowedOutcome<Person>[] => [
  allowedOutcome(person, 'no other state', refusedOr(situation)),
];

const deactivating: CommandModel = (person) =>
  person.stage === 'active'
    ? [allowedOutcome(moved(person, 'deactivated'), 'deactivated')]
    : unmoved(person, 'deactivated');

const anonymizing: CommandModel = (person) => {
  if (person.stage === 'anonymized') return unmoved(person, 'deactivated');
  const anonymous = {...moved(person, 'anonymized'), address: undefined, email: undefined};
  return [allowedOutcome(anonymous, 'deactivated')];
};

/** `anonymize=false` (NS-ST-14): a plain deactivation or a refusal, and never more. */
const deactivatingExplicitly: CommandModel = (person, people, command) => {
  const outcomes = deactivating(person, people, command);
  return person.stage === 'active' ? [...outcomes, refusal(person)] : outcomes;
};

const reactivating: CommandModel = (person, people) => {
  if (person.stage === 'anonymized') return [allowedOutcome(person, 'anonymized')];
  if (person.stage === 'active') return unmoved(person, 'reactivated');
  const back = allowedOutcome(moved(person, 'active'), 'reactivated');
  // Another user may have got the address in between.
  const isContested = holders(people, person.address).length > 1;
  return isContested ? [back, refusal(person)] : [back];
};

const loggingOut: CommandModel = (person) => {
  const loggedOut = among('logged-out');
  const fits = person.stage === 'active' ? loggedOut : either(refused, loggedOut);
  return [allowedOutcome(person, 'logged-out', fits)];
};

/** No user has the external_id of an anonymized user. */
const loggingOutByExternalId: CommandModel = (person, people, command) =>
  person.stage === 'anonymized'
    ? [allowedOutcome(person, 'user-not-found')]
    : loggingOut(person, people, command);

/**
 * Active users with the address are found. It is not documented whether the filter finds
 * deactivated ones; all users whom it finds have the address.
 */
const findingByFirstEmail: CommandModel = (person, people, {on}) => {
  const holding = holders(people, on);
  const active = holding.filter((one) => one.stage === 'active');
  const known = holding.map((one) => one.id);
  const fits: Fits = (responses) => {
    const rows = rowsIn(responses);
    return (
      among('page', 'nothing-found')(responses) &&
      active.every(({id}) => id === undefined || rows.some((row) => row.id === id)) &&
      rows.every((row) => known.includes(undefined) || known.includes(row.id)) &&
      rows.every((row) => showsStage(row, holding))
    );
  };
  const expected = active.length ? 'the active user with this address' : 'nobody active';
  return [allowedOutcome(person, expected, fits)];
};

/** Active users are shown without `deleted_at`, and deactivated ones with it. */
function showsStage(row: UserRow, people: Person[]): boolean {
  const person = people.find(({id}) => id === row.id);
  if (!person || row.deleted_at === undefined) return true;
  return (person.stage === 'active') === (row.deleted_at === null);
}

/** A user as the list shows it. */
interface UserRow {
  id: number;
  email: string;
  external_id: string | null;
  deleted_at: unknown;
  /** Whether users have these members is open (NS-ST-02). */
  name?: unknown;
  anonymized?: unknown;
}

const isFlagSet = (value: unknown): boolean => value === true || value === 1;
/** The row of an anonymized user has no personal data. */
const isForgotten = (row: UserRow): boolean =>
  new RegExp(`^user-${row.id}@.+`).test(row.email) &&
  row.external_id === null &&
  (row.name ?? null) === null &&
  (row.anonymized === undefined || isFlagSet(row.anonymized));
/** A deactivated user keeps the external_id and the address. */
const isKept = (row: UserRow, {email}: Person): boolean =>
  row.external_id !== null &&
  row.deleted_at !== null &&
  !isFlagSet(row.anonymized) &&
  (email === undefined || folded(email) === folded(row.email));

/** Whether a deployment folds the case of an address, or trims it, is open. */
const folded = (email: string): string => email.trim().toLowerCase();

const rowsIn = (responses: Exchange[]): UserRow[] =>
  responses.flatMap(({body}) => (at(body, '/data/paginator/data') as UserRow[] | undefined) ?? []);

const showsDeactivated =
  (people: People): Fits =>
  (responses) => {
    const rows = rowsIn(responses);
    const isListed = among('page', 'nothing-found')(responses);
    return isListed && Object.values(people).every((one) => isAsKnown(one, rows, responses));
  };

function isAsKnown(person: Person, rows: UserRow[], responses: Exchange[]): boolean {
  if (person.id === undefined) return true;
  const row = rows.find((one) => one.id === person.id);
  if (person.stage === 'active') return row === undefined;
  if (person.stage === 'deactivated') return row ? isKept(row, person) : isCut(responses);
  // Where anonymized users are listed is open (NS-ST-16).
  return row === undefined || isForgotten(row);
}

/** What the document allows (States / User; User fields; Endpoints / Users). */
export const relation = relationOf<Person>({
  thing: 'a user',
  makes: {
    create: (_people, {id}) => [creating(id)],
    'create with the first email': creatingWithFirstEmail,
  },
  changes: {
    // An invalid value of `anonymize`, or a body without the email, changes nothing.
    ...alike<CommandModel>(
      (person) => [refusal(person)],
      'update with no email',
      'deactivate with a word',
      'deactivate with a number',
    ),
    'update the email': updatingEmail,
    deactivate: deactivating,
    ...alike(anonymizing, 'anonymize', 'anonymize by 1'),
    'deactivate in so many words': deactivatingExplicitly,
    reactivate: reactivating,
    'force logout by external id': loggingOutByExternalId,
    'force logout': loggingOut,
    'find by the first email': findingByFirstEmail,
  },
  lists: {
    'list the deactivated': {
      expected: 'every deactivated user and no active one',
      shows: showsDeactivated,
    },
  },
});
