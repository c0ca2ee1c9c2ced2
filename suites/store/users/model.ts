import {at} from '../../../spec/json.ts';
import type {Branch, Command} from '../../../spec/relation.ts';
import type {Exchange} from '../../../spec/step.ts';

/**
 * What is known of one user: a state of States / User, and by which command the address was given.
 */
export interface Person {
  stage: 'active' | 'deactivated' | 'anonymized';
  /** The command whose fresh address the user has; undefined once anonymized. */
  address: number | undefined;
  id: number | undefined;
}

/** What is known of a store. */
export interface Store {
  people: Record<number, Person>;
}

export const EMPTY: Store = {people: {}};

type Fits = Branch<Store>['fits'];
const among =
  (...situations: string[]): Fits =>
  (responses) =>
    responses.some((response) => situations.some((one) => response.situations.includes(one)));
const refused: Fits = (responses) =>
  responses.some(({status}) => status >= 400 && status < 500 && status !== 429);
const either =
  (...fits: Fits[]): Fits =>
  (responses) =>
    fits.some((one) => one(responses));
const branch = (next: Store, expected: string, fits: Fits = among(expected)): Branch<Store> => ({
  fits,
  expected,
  next: () => next,
});

const moved = (state: Store, on: number, person: Partial<Person>): Store => ({
  people: {...state.people, [on]: {...state.people[on]!, ...person}},
});

/** What the document allows (States / User; User fields; Endpoints / Users). */
export function relation(state: Store, command: Command): Branch<Store>[] {
  if (command.does === 'create') return [creating(state, command, command.id)];
  if (command.does === 'list the deactivated')
    return [
      branch(state, 'every deactivated user and no active one', (responses) =>
        listsDeactivated(state, responses),
      ),
    ];
  const person = state.people[command.on!];
  if (!person) return [branch(state, 'a user', () => true)];
  const move = MOVES[command.does];
  if (!move) throw new Error(`the model does not know the command ${command.does}`);
  return move(state, person, command);
}

const creating = (state: Store, command: Command, address: number): Branch<Store> => ({
  expected: 'created',
  fits: among('created'),
  next: ([response]) => ({
    people: {
      ...state.people,
      [command.id]: {
        stage: 'active',
        address,
        id: at(response?.body, '/data/id') as number | undefined,
      },
    },
  }),
});

const holders = (state: Store, address: number | undefined): Person[] =>
  Object.values(state.people).filter((one) => one.address === address && address !== undefined);

const MOVES: Record<string, (state: Store, person: Person, command: Command) => Branch<Store>[]> = {
  /**
   * Another user with the first address of this one: taken while an active user has it; of the
   * deactivated nothing is told.
   */
  'create with the first email': (state, _person, command) => {
    const address = command.on!;
    const now = holders(state, address);
    const taken = branch(state, 'invalid');
    if (now.some((one) => one.stage === 'active')) return [taken];
    return now.length
      ? [taken, creating(state, command, address)]
      : [creating(state, command, address)];
  },
  'update the email': (state, person, command) => {
    const changed = branch(moved(state, command.on!, {address: command.id}), 'updated');
    if (person.stage === 'active') return [changed];
    // Updates of users who are not active are not told (NS-ST-15); what is anonymized stays so.
    return [
      branch(state, 'a refusal', refused),
      person.stage === 'deactivated' ? changed : branch(state, 'updated'),
    ];
  },
  deactivate: (state, person, command) =>
    person.stage === 'active'
      ? [branch(moved(state, command.on!, {stage: 'deactivated'}), 'deactivated')]
      : [branch(state, 'no other state', either(refused, among('deactivated')))],
  anonymize: (state, person, command) =>
    person.stage === 'anonymized'
      ? [branch(state, 'no other state', either(refused, among('deactivated')))]
      : [
          branch(
            moved(state, command.on!, {stage: 'anonymized', address: undefined}),
            'deactivated',
          ),
        ],
  /** `anonymize=false` (NS-ST-14): a plain deactivation or a refusal, and never more. */
  'deactivate in so many words': (state, person, command) => [
    ...MOVES['deactivate']!(state, person, command),
    ...(person.stage === 'active' ? [branch(state, 'a refusal', refused)] : []),
  ],
  'anonymize by 1': (state, person, command) => MOVES['anonymize']!(state, person, command),
  reactivate: (state, person, command) => {
    if (person.stage === 'anonymized') return [branch(state, 'anonymized')];
    if (person.stage === 'active')
      return [branch(state, 'no other state', either(refused, among('reactivated')))];
    const back = branch(moved(state, command.on!, {stage: 'active'}), 'reactivated');
    // Somebody else may have got the address meanwhile.
    return holders(state, person.address).length > 1
      ? [back, branch(state, 'a refusal', refused)]
      : [back];
  },
  'force logout by external id': (state, person, command) =>
    // Nobody has the external_id of an anonymized user.
    person.stage === 'anonymized'
      ? [branch(state, 'user-not-found')]
      : MOVES['force logout']!(state, person, command),
  'force logout': (state, person) => [
    branch(
      state,
      'logged-out',
      person.stage === 'active' ? among('logged-out') : either(refused, among('logged-out')),
    ),
  ],
  'find by the first email': (state, _person, command) => {
    const found = Object.values(state.people).filter((one) => one.address === command.on);
    const active = found.filter((one) => one.stage === 'active');
    const fits: Fits = (responses) => {
      const rows = rowsIn(responses);
      const known = found.map((one) => one.id);
      // Whether the filter shows deactivated users is not told; whoever it shows has this address.
      return (
        among('page', 'nothing-found')(responses) &&
        active.every((one) => one.id === undefined || rows.some((row) => row.id === one.id)) &&
        rows.every((row) => known.includes(undefined) || known.includes(row.id))
      );
    };
    return [
      branch(state, active.length ? 'the active user with this address' : 'nobody active', fits),
    ];
  },
};

interface UserRow {
  id: number;
  email: string;
  external_id: string | null;
  deleted_at: unknown;
  /** Whether users carry these is open (NS-ST-02). */
  name?: unknown;
  anonymized?: unknown;
}

const flagged = (value: unknown): boolean => value === true || value === 1;
const isForgotten = (row: UserRow): boolean =>
  new RegExp(`^user-${row.id}@.+`).test(row.email) &&
  row.external_id === null &&
  (row.name ?? null) === null &&
  (row.anonymized === undefined || flagged(row.anonymized));
const isKept = (row: UserRow): boolean => row.external_id !== null && !flagged(row.anonymized);

const rowsIn = (responses: Exchange[]): UserRow[] =>
  responses.flatMap(({body}) => (at(body, '/data/paginator/data') as UserRow[] | undefined) ?? []);

function listsDeactivated(state: Store, responses: Exchange[]): boolean {
  if (!among('page', 'nothing-found')(responses)) return false;
  const rows = rowsIn(responses);
  const cut = responses.some((response) => response.cut !== undefined);
  return Object.values(state.people).every((person) => {
    if (person.id === undefined) return true;
    const row = rows.find((one) => one.id === person.id);
    if (person.stage === 'active') return row === undefined;
    if (person.stage === 'deactivated') return row ? isKept(row) : cut;
    // Where anonymized users are listed is not told (NS-ST-16); one who is listed shows nothing of
    // the person.
    return row === undefined || isForgotten(row);
  });
}
