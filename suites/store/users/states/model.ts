import {at} from '../../../../spec/json.ts';
import {among, allowedOutcome, refused, type Fits} from '../../../../spec/allowed-outcomes.ts';
import type {AllowedOutcome, Command} from '../../../../spec/relation.ts';
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
export interface StoreState {
  people: Record<number, Person>;
}

/** Nothing is known yet. */
export const EMPTY: StoreState = {people: {}};

const either =
  (...fits: Fits[]): Fits =>
  (responses) =>
    fits.some((one) => one(responses));
/** A command on a user who was created before. */
interface UserCommand extends Command {
  on: number;
}
type CommandModel = (
  state: StoreState,
  person: Person,
  command: UserCommand,
) => AllowedOutcome<StoreState>[];

const withPerson = (state: StoreState, on: number, person: Person): StoreState => ({
  people: {...state.people, [on]: person},
});

const moved = (person: Person, stage: Person['stage']): Person => ({
  ...person,
  stage,
  moves: person.moves + 1,
});

/** What the document allows (States / User; User fields; Endpoints / Users). */
export function relation(state: StoreState, command: Command): AllowedOutcome<StoreState>[] {
  const {does, on} = command;
  if (does === 'create') return [creating(state, command, command.id)];
  if (does === 'list the deactivated')
    return [
      allowedOutcome(state, 'every deactivated user and no active one', (responses) =>
        listsDeactivated(state, responses),
      ),
    ];
  const person = on === undefined ? undefined : state.people[on];
  if (on === undefined || !person) return [allowedOutcome(state, 'a user', () => true)];
  const move = COMMAND_MODELS[does];
  if (!move) throw new Error(`the model does not know the command ${does}`);
  return move(state, person, {...command, on});
}

const creating = (
  state: StoreState,
  command: Command,
  address: number,
): AllowedOutcome<StoreState> => ({
  expected: 'created',
  fits: among('created'),
  next: ([response]) => ({
    people: {
      ...state.people,
      [command.id]: {
        stage: 'active',
        address,
        id: at(response?.body, '/data/id') as number | undefined,
        email: at(response?.requestBody, '/email') as string | undefined,
        moves: 0,
      },
    },
  }),
});

/** Users who have this address now. */
const holders = (state: StoreState, address: number | undefined): Person[] =>
  Object.values(state.people).filter((one) => one.address === address && address !== undefined);

/**
 * Another user with the first address of this one: refused while an active user has it. It is not
 * documented whether the address of a deactivated user is in use.
 */
const creatingWithFirstEmail: CommandModel = (state, _person, command) => {
  const address = command.on;
  const now = holders(state, address);
  const taken = allowedOutcome(state, 'invalid');
  if (now.some((one) => one.stage === 'active')) return [taken];
  const created = creating(state, command, address);
  return now.length ? [taken, created] : [created];
};

/** Updates of users who are not active are not documented (NS-ST-15). */
const updatingEmail: CommandModel = (state, person, {id, on}) => {
  const changed: AllowedOutcome<StoreState> = {
    expected: 'updated',
    fits: among('updated'),
    next: ([response]) => {
      const email = at(response?.requestBody, '/email') as string | undefined;
      return withPerson(state, on, {...person, address: id, email});
    },
  };
  if (person.stage === 'active') return [changed];
  const refusal = allowedOutcome(state, 'a refusal', refused);
  // An anonymized user remains anonymized, whatever the response says.
  return [refusal, person.stage === 'deactivated' ? changed : allowedOutcome(state, 'updated')];
};

const deactivating: CommandModel = (state, person, {on}) => {
  if (person.stage !== 'active')
    return [allowedOutcome(state, 'no other state', either(refused, among('deactivated')))];
  return [allowedOutcome(withPerson(state, on, moved(person, 'deactivated')), 'deactivated')];
};

const anonymizing: CommandModel = (state, person, {on}) => {
  if (person.stage === 'anonymized')
    return [allowedOutcome(state, 'no other state', either(refused, among('deactivated')))];
  const anonymous: Person = {
    ...moved(person, 'anonymized'),
    address: undefined,
    email: undefined,
  };
  return [allowedOutcome(withPerson(state, on, anonymous), 'deactivated')];
};

/** `anonymize=false` (NS-ST-14): a plain deactivation or a refusal, and never more. */
const deactivatingExplicitly: CommandModel = (state, person, command) => {
  const allowedOutcomes = deactivating(state, person, command);
  return person.stage === 'active'
    ? [...allowedOutcomes, allowedOutcome(state, 'a refusal', refused)]
    : allowedOutcomes;
};

const reactivating: CommandModel = (state, person, {on}) => {
  if (person.stage === 'anonymized') return [allowedOutcome(state, 'anonymized')];
  if (person.stage === 'active')
    return [allowedOutcome(state, 'no other state', either(refused, among('reactivated')))];
  const back = allowedOutcome(withPerson(state, on, moved(person, 'active')), 'reactivated');
  // Another user may have got the address in between.
  const contested = holders(state, person.address).length > 1;
  return contested ? [back, allowedOutcome(state, 'a refusal', refused)] : [back];
};

const loggingOut: CommandModel = (state, person) => {
  const loggedOut = among('logged-out');
  const fits = person.stage === 'active' ? loggedOut : either(refused, loggedOut);
  return [allowedOutcome(state, 'logged-out', fits)];
};

/** No user has the external_id of an anonymized user. */
const loggingOutByExternalId: CommandModel = (state, person, command) =>
  person.stage === 'anonymized'
    ? [allowedOutcome(state, 'user-not-found')]
    : loggingOut(state, person, command);

/**
 * Active users with the address are found. It is not documented whether the filter finds
 * deactivated ones; all users whom it finds have the address.
 */
const findingByFirstEmail: CommandModel = (state, _person, {on}) => {
  const holding = Object.values(state.people).filter((one) => one.address === on);
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
  return [
    allowedOutcome(
      state,
      active.length ? 'the active user with this address' : 'nobody active',
      fits,
    ),
  ];
};

/** Active users are shown without `deleted_at`, and deactivated ones with it. */
function showsStage(row: UserRow, people: Person[]): boolean {
  const person = people.find(({id}) => id === row.id);
  if (!person || row.deleted_at === undefined) return true;
  return (person.stage === 'active') === (row.deleted_at === null);
}

/** An invalid value of `anonymize`, or a body without the email, changes nothing. */
const refusing: CommandModel = (state) => [allowedOutcome(state, 'a refusal', refused)];

const COMMAND_MODELS: Record<string, CommandModel> = {
  'update with no email': refusing,
  'deactivate with a word': refusing,
  'deactivate with a number': refusing,
  'create with the first email': creatingWithFirstEmail,
  'update the email': updatingEmail,
  deactivate: deactivating,
  anonymize: anonymizing,
  'deactivate in so many words': deactivatingExplicitly,
  'anonymize by 1': anonymizing,
  reactivate: reactivating,
  'force logout by external id': loggingOutByExternalId,
  'force logout': loggingOut,
  'find by the first email': findingByFirstEmail,
};

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

function listsDeactivated(state: StoreState, responses: Exchange[]): boolean {
  if (!among('page', 'nothing-found')(responses)) return false;
  const rows = rowsIn(responses);
  const cut = responses.some((response) => response.walkEndedBecause !== undefined);
  return Object.values(state.people).every((person) => {
    if (person.id === undefined) return true;
    const row = rows.find((one) => one.id === person.id);
    if (person.stage === 'active') return row === undefined;
    if (person.stage === 'deactivated') return row ? isKept(row, person) : cut;
    // Where anonymized users are listed is open (NS-ST-16).
    return row === undefined || isForgotten(row);
  });
}
