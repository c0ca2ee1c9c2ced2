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
import {around, seeing} from '../breaking.ts';
import {met, type Asked, type When} from './when.ts';

/** How the operations of a chapter name, store and show a resource. */
interface Described<R extends Row> {
  table: string;
  /** The row that a request names. */
  named(view: View, input: Input): R | undefined;
  /** The body of a success that shows a row; without it the body of the operation stays. */
  shows?(view: View, row: R, situation: string): unknown;
  /** The refusal of a request in a situation, where it has to look like one of the chapter. */
  refuses?(situation: string): Refused;
}

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

/** Makes the families of defects of a resource. `Body` is the type of its requests' bodies. */
export function resource<R extends Row, Body>(described: Described<R>) {
  const {table, named, shows, refuses = (situation) => refuse(situation, OTHER)} = described;

  const asked = (view: View, input: Input): Asked<R, Body> => {
    const before = named(view, input);
    const {query, headers, path, by} = input;
    return {before, row: before, body: (input.body ?? {}) as Body, query, headers, path, by, view};
  };
  const storedIn = ({changes = []}: Done): R | undefined =>
    changes.flatMap((change) =>
      change.table === table && 'put' in change ? [change.put as R] : [],
    )[0];
  const put = (row: R): Change => ({table, put: row});
  const otherOf = (other: Other<R, Body>, row: R, request: Asked<R, Body>): R | undefined => {
    const members = typeof other === 'function' ? other(row, request) : other;
    return members && {...row, ...members};
  };

  /** Changes successes of requests that fit. */
  const after = (
    operations: string[],
    when: When<R, Body>,
    change: (done: Done, request: Asked<R, Body>, row: R | undefined) => Done,
  ): Seam =>
    around(operations, (next) => {
      const fits = met(when);
      return (view, input) => {
        const request = asked(view, input);
        const done = next(view, input);
        if (isRefused(done)) return done;
        const row = storedIn(done) ?? request.before;
        const whole = {...request, row};
        return fits(whole) ? change(done, whole, row) : done;
      };
    });

  /** Does something else than the operation with requests that fit. */
  const instead = (
    operations: string[],
    when: When<R, Body>,
    other: (next: Next, request: Asked<R, Body>, input: Input, without: Without) => Done | Refused,
  ): Seam =>
    around(operations, (next, without) => {
      const fits = met(when);
      return (view, input) => {
        const request = asked(view, input);
        return fits(request) ? other(next, request, input, without) : next(view, input);
      };
    });

  return {
    after,
    instead,

    /** Stores other members than the response shows. */
    storing: (operations: string[], when: When<R, Body>, other: Other<R, Body>): Seam =>
      after(operations, when, (done, request, row) => {
        const changed = row && otherOf(other, row, request);
        return changed ? {...done, changes: [...(done.changes ?? []), put(changed)]} : done;
      }),

    /** Stores other members, and the response shows them. */
    making: (operations: string[], when: When<R, Body>, other: Other<R, Body>): Seam =>
      after(operations, when, (done, request, row) => {
        const changed = row && otherOf(other, row, request);
        if (!changed) return done;
        const changes = [...(done.changes ?? []), put(changed)];
        return {
          ...done,
          changes,
          ...(shows && {body: shows(request.view, changed, done.situation)}),
        };
      }),

    /** Responds with success, but the row keeps the earlier values of these members, or of all. */
    forgetting: (operations: string[], when: When<R, Body>, ...members: (keyof R)[]): Seam =>
      after(operations, when, (done, {before}, row) => {
        if (!before || !row) return done;
        const names = members.length ? members : (Object.keys(before) as (keyof R)[]);
        const kept = Object.fromEntries(names.map((name) => [name, before[name]]));
        return {...done, changes: [...(done.changes ?? []), put({...row, ...kept})]};
      }),

    /** Changes other rows of the tenant as well. */
    touching: (
      operations: string[],
      which: (other: R, request: Asked<R, Body>) => boolean,
      other: Other<R, Body>,
      when: When<R, Body> = {},
    ): Seam =>
      after(operations, when, (done, request, row) => {
        const changes = request.view
          .oldest<R>(table, {limit: MANY, where: ({key}) => key !== row?.key})
          .filter((one) => which(one, request))
          .flatMap((one) => otherOf(other, one, request) ?? [])
          .map(put);
        return {...done, changes: [...changes, ...(done.changes ?? [])]};
      }),

    /** Succeeds where the operation refuses: in a situation, with other members of the row. */
    moving: (
      operations: string[],
      situation: string,
      when: When<R, Body>,
      other: Other<R, Body>,
    ): Seam =>
      instead(operations, when, (next, request, input) => {
        const {before, view} = request;
        const changed = before && otherOf(other, before, request);
        if (!changed) return next(view, input);
        const body = shows?.(view, changed, situation);
        return {situation, changes: [put(changed)], ...(body !== undefined && {body})};
      }),

    /** Refuses requests in a situation. */
    refusing: (operations: string[], situation: string, when: When<R, Body>): Seam =>
      instead(operations, when, () => refuses(situation)),

    /** Accepts requests that the guard for a situation would refuse. */
    accepting: (operations: string[], situation: string, when: When<R, Body>): Seam =>
      instead(operations, when, (_next, {view}, input, without) =>
        without((guard) => guard === situation)(view, input),
      ),

    /** Takes requests for others. */
    asking: (
      operations: string[],
      when: When<R, Body>,
      other: (request: Asked<R, Body>, input: Input) => Partial<Input>,
    ): Seam =>
      instead(operations, when, (next, request, input) =>
        next(request.view, {...input, ...other(request, input)}),
      ),

    /** Finds another row in place of the right one, or none. */
    finding: (
      operations: string[],
      other: (row: R, view: View, input: Input) => Row | undefined,
    ): Seam =>
      seeing(operations, (view, input) => ({
        find: <F extends Row>(name: string, key: string) => {
          const row = view.find<Row>(name, key);
          return (row && name === table ? other(row as R, view, input) : row) as F | undefined;
        },
      })),
  };
}
