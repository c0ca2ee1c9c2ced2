/** Families of defects that touch what an operation reads, stores and shows of a resource. */

import type {Seam, Without} from '../../defect.ts';
import {
  isRefused,
  refuse,
  type Done,
  type Input,
  type Refused,
  type View,
} from '../../operation.ts';
import type {Change, Row} from '../../world/change.ts';
import {around, finding} from '../breaking.ts';
import {withChanges} from '../stored-rows.ts';
import {met, type Asked, type When} from './when.ts';

/** How the operations of a chapter name, store and show a resource. */
interface Described<R extends Row> {
  table: string;
  /** The row that a request names. */
  named(view: View, input: Input): R | undefined;
  /** The body of a success that shows a row; undefined: the body of the operation stays. */
  shows?(view: View, row: R, done: Success): unknown;
  /** The refusal of a request in a situation, where it has to look like one of the chapter. */
  refuses?(situation: string): Refused;
}

/** The situation of a success, and the changes that it makes. */
type Success = Required<Pick<Done, 'situation' | 'changes'>>;

/** Other values of members of a row, or none; undefined: the row stays as it is. */
type Other<R extends Row, Body> =
  | Partial<R>
  | ((row: R, asked: Asked<R, Body>) => Partial<R> | undefined);

type Next = (view: View, input: Input) => Done | Refused;

const OTHER = {
  expected: 'another request',
  got: 'this one',
  todo: 'use a world without the defect',
};

/** The most rows of a tenant that a defect looks at. */
const MANY = 10_000;

const otherOf = <R extends Row, Body>(
  other: Other<R, Body>,
  row: R,
  request: Asked<R, Body>,
): R | undefined => {
  const members = typeof other === 'function' ? other(row, request) : other;
  return members && {...row, ...members};
};

/** The families of defects of a resource. `Body` is the type of its requests' bodies. */
export class Resource<R extends Row, Body> {
  readonly #table: string;
  readonly #named: Described<R>['named'];
  readonly #shows: Described<R>['shows'];
  readonly #refuses: (situation: string) => Refused;

  constructor({table, named, shows, refuses}: Described<R>) {
    this.#table = table;
    this.#named = named;
    this.#shows = shows;
    this.#refuses = refuses ?? ((situation) => refuse(situation, OTHER));
  }

  /** Changes successes of requests that fit. */
  readonly after = (
    operations: string[],
    when: When<R, Body>,
    change: (done: Done, request: Asked<R, Body>, row: R | undefined) => Done,
  ): Seam =>
    around(operations, (next) => {
      const fits = met(when);
      return (view, input) => {
        const request = this.#asked(view, input);
        const done = next(view, input);
        if (isRefused(done)) return done;
        const row = this.#storedIn(done) ?? request.before;
        const whole = {...request, row};
        return fits(whole) ? change(done, whole, row) : done;
      };
    });

  /** Does something else than the operation with requests that fit. */
  readonly instead = (
    operations: string[],
    when: When<R, Body>,
    other: (next: Next, request: Asked<R, Body>, input: Input, without: Without) => Done | Refused,
  ): Seam =>
    around(operations, (next, without) => {
      const fits = met(when);
      return (view, input) => {
        const request = this.#asked(view, input);
        return fits(request) ? other(next, request, input, without) : next(view, input);
      };
    });

  /** Stores other members than the response shows. */
  readonly storing = (operations: string[], when: When<R, Body>, other: Other<R, Body>): Seam =>
    this.after(operations, when, (done, request, row) => {
      const changed = row && otherOf(other, row, request);
      return changed ? withChanges(done, this.#put(changed)) : done;
    });

  /** Stores other members, and the response shows them. */
  readonly making = (operations: string[], when: When<R, Body>, other: Other<R, Body>): Seam =>
    this.after(operations, when, (done, request, row) => {
      const changed = row && otherOf(other, row, request);
      if (!changed) return done;
      const changes = [...(done.changes ?? []), this.#put(changed)];
      return {...done, changes, ...this.#shown(request.view, changed, {...done, changes})};
    });

  /** Responds with success, but the row keeps the earlier values of these members, or of all. */
  readonly forgetting = (
    operations: string[],
    when: When<R, Body>,
    ...members: (keyof R)[]
  ): Seam =>
    this.after(operations, when, (done, {before}, row) => {
      if (!before || !row) return done;
      const names = members.length ? members : (Object.keys(before) as (keyof R)[]);
      const kept = Object.fromEntries(names.map((name) => [name, before[name]]));
      return withChanges(done, this.#put({...row, ...kept}));
    });

  /** Responds with success, but stores nothing. */
  readonly losing = (operations: string[], when: When<R, Body>): Seam =>
    this.after(operations, when, ({changes: _lost, ...done}) => done);

  /** Changes other rows of the tenant as well. */
  readonly touching = (
    operations: string[],
    which: (other: R, request: Asked<R, Body>) => boolean,
    other: Other<R, Body>,
    when: When<R, Body> = {},
  ): Seam =>
    this.after(operations, when, (done, request, row) => {
      const changes = request.view
        .oldest<R>(this.#table, {limit: MANY, where: ({key}) => key !== row?.key})
        .filter((one) => which(one, request))
        .flatMap((one) => otherOf(other, one, request) ?? [])
        .map(this.#put);
      return {...done, changes: [...changes, ...(done.changes ?? [])]};
    });

  /** Succeeds where the operation refuses: in a situation, with other members of the row. */
  readonly moving = (
    operations: string[],
    situation: string,
    when: When<R, Body>,
    other: Other<R, Body>,
  ): Seam =>
    this.instead(operations, when, (next, request, input) => {
      const {before, view} = request;
      const changed = before && otherOf(other, before, request);
      if (!changed) return next(view, input);
      const done = {situation, changes: [this.#put(changed)]};
      return {...done, ...this.#shown(view, changed, done)};
    });

  /** Refuses requests in a situation. */
  readonly refusing = (operations: string[], situation: string, when: When<R, Body>): Seam =>
    this.instead(operations, when, () => this.#refuses(situation));

  /** Accepts requests that the guard for a situation would refuse. */
  readonly accepting = (operations: string[], situation: string, when: When<R, Body>): Seam =>
    this.instead(operations, when, (_next, {view}, input, without) =>
      without((guard) => guard === situation)(view, input),
    );

  /** Takes requests for others. */
  readonly asking = (
    operations: string[],
    when: When<R, Body>,
    other: (request: Asked<R, Body>, input: Input) => Partial<Input>,
  ): Seam =>
    this.instead(operations, when, (next, request, input) =>
      next(request.view, {...input, ...other(request, input)}),
    );

  /** Takes a row for one with other members; undefined: for what it is. */
  readonly mistaking = (
    operations: string[],
    other: (row: R, view: View, input: Input) => Partial<R> | undefined,
  ): Seam =>
    finding<R>(operations, this.#table, (row, view, input) => ({
      ...row,
      ...other(row, view, input),
    }));

  /** Finds another row in place of the right one, or none. */
  readonly finding = (
    operations: string[],
    other: (row: R, view: View, input: Input) => Row | undefined,
  ): Seam => finding<R>(operations, this.#table, other);

  #asked(view: View, input: Input): Asked<R, Body> {
    const before = this.#named(view, input);
    const {query, headers, path, by} = input;
    return {before, row: before, body: (input.body ?? {}) as Body, query, headers, path, by, view};
  }

  #storedIn({changes = []}: Done): R | undefined {
    const stored = changes.find((one) => one.table === this.#table && 'put' in one);
    return stored && 'put' in stored ? (stored.put as R) : undefined;
  }

  readonly #put = (row: R): Change => ({table: this.#table, put: row});

  #shown(view: View, row: R, done: Success): {body?: unknown} {
    const body = this.#shows?.(view, row, done);
    return body === undefined ? {} : {body};
  }
}

/** Makes the families of defects of a resource. `Body` is the type of its requests' bodies. */
export const resource = <R extends Row, Body>(described: Described<R>): Resource<R, Body> =>
  new Resource<R, Body>(described);
