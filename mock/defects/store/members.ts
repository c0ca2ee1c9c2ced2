/** Families of defects of single members, in the requests and rows of an operation of the Store API. */

import type {Seam} from '../../defect.ts';
import {isRefused, type Done, type Refused} from '../../operation.ts';
import type {Change, Row} from '../../world/change.ts';
import type {Resource} from '../families/resource.ts';
import type {Asked, Match, When} from '../families/when.ts';
import {invalidField} from './requests.ts';
import {refusedButDone} from './users/changed-users.ts';

/** Another value of a member: this one, or made of the right one, where that is no null. */
type Other<Value, Request> = Value | ((value: NonNullable<Value>, request: Request) => Value);

const otherOf = <Value, Request>(
  other: Other<Value, Request>,
  value: Value,
  request: Request,
): Value => {
  if (typeof other !== 'function') return other;
  const make = other as (value: NonNullable<Value>, request: Request) => Value;
  return value === null || value === undefined ? value : make(value, request);
};

/** Whether a response refuses a request because of a field. */
const isRefusedFor = (response: Done | Refused, field?: string): response is Refused =>
  isRefused(response) && (field === undefined || response.errors?.[field] !== undefined);

const isOneOf =
  (situations: string | RegExp) =>
  (guard: string): boolean =>
    typeof situations === 'string' ? guard === situations : situations.test(guard);

/** Makes the families of defects of an operation. */
export const membersOf = <R extends Row, Body extends object>(
  of: Resource<R, Body>,
  operations: string[],
) => ({
  /** Takes a member that is sent for another value. */
  takes: <Name extends keyof Body>(
    name: Name,
    other: Other<Body[Name], Asked<R, Body>>,
    when: When<R, Body> = {},
  ): Seam =>
    of.asking(operations, when, (request) => {
      const {body} = request;
      const isSent = body[name] !== undefined;
      return isSent ? {body: {...body, [name]: otherOf(other, body[name], request)}} : {};
    }),

  /** Takes a body for one with other members; undefined: for what it is. */
  reads: (other: (body: Body) => Partial<Body> | undefined): Seam =>
    of.asking(operations, {}, ({body}) => ({body: {...body, ...other(body)}})),

  /** Stores another value of a member than the response shows. */
  stores: <Name extends keyof R>(
    name: Name,
    other: Other<R[Name], Asked<R, Body>>,
    when: When<R, Body> = {},
  ): Seam =>
    of.storing(operations, when, (row, request) => ({
      ...row,
      [name]: otherOf(other, row[name], request),
    })),

  /** Keeps the earlier values of members. */
  keeps: (names: (keyof R)[], when: When<R, Body> = {}): Seam =>
    of.forgetting(operations, when, ...names),

  /** Refuses bodies because of the first of these members. */
  refuses: (body: Match<Body>, more: Exclude<When<R, Body>, CallableFunction> = {}): Seam =>
    of.instead(operations, {...more, body}, () => invalidField(Object.keys(body)[0] ?? '')),

  /** Accepts bodies that the guards for some situations would refuse. */
  accepts: (
    situations: string | RegExp,
    body: Match<Body> | ((body: Body, request: Asked<R, Body>) => boolean),
  ): Seam =>
    of.instead(
      operations,
      typeof body === 'function' ? (request) => body(request.body, request) : {body},
      (_next, {view}, input, without) => without(isOneOf(situations))(view, input),
    ),

  /** Refuses bodies because of a field as it should, but stores something. */
  leaves: (
    field: string | undefined,
    changes: (request: Asked<R, Body>) => Change[] | undefined,
  ): Seam =>
    of.instead(operations, {}, (next, request, input) => {
      const response = next(request.view, input);
      const left = isRefusedFor(response, field) ? changes(request) : undefined;
      return left && isRefused(response) ? refusedButDone(response, left) : response;
    }),

  /** Refuses bodies because of a field, but does what it would do without the guards of some situations. */
  doesThough: (field: string, guards: string | RegExp): Seam =>
    of.instead(operations, {}, (next, {view}, input, without) => {
      const response = next(view, input);
      if (!isRefusedFor(response, field)) return response;
      const done = without(isOneOf(guards))(view, input);
      return isRefused(done) ? response : refusedButDone(response, done.changes);
    }),
});

/** Prices with other amounts; undefined: without the price. */
export const priced = (
  other: (amount: number, at: number, all: readonly number[], code: string) => number | undefined,
) => {
  return (prices: Readonly<Record<string, number>>): Record<string, number> => {
    const amounts = Object.values(prices);
    const changed = Object.entries(prices).map(
      ([code, amount], at) => [code, other(amount, at, amounts, code)] as const,
    );
    return Object.fromEntries(
      changed.filter((one): one is [string, number] => one[1] !== undefined),
    );
  };
};

/** Prices of which only the first ones are kept. */
export const firstPrices = (number: number): ReturnType<typeof priced> =>
  priced((amount, at) => (at < number ? amount : undefined));
