/** Families of defects of single members, in the requests and rows of an operation of the Store API. */

import type {Seam} from '../../defect.ts';
import {isRefused, type Done, type Refused} from '../../operation.ts';
import type {Change, Row} from '../../world/change.ts';
import type {Resource} from '../families/resource.ts';
import type {Asked, Match, When} from '../families/when.ts';
import {onceRefused} from '../families/remembered.ts';
import {invalidField} from './requests.ts';
import {refusedButDone, taken} from './users/changed-users.ts';

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

/** The families of defects of members in some operations. */
export class Members<R extends Row, Body extends object> {
  readonly #of: Resource<R, Body>;
  readonly #operations: string[];

  constructor(of: Resource<R, Body>, operations: string[]) {
    this.#of = of;
    this.#operations = operations;
  }

  /** Takes a member that is sent for another value. */
  readonly takes = <Name extends keyof Body>(
    name: Name,
    other: Other<Body[Name], Asked<R, Body>>,
    when: When<R, Body> = {},
  ): Seam =>
    this.#of.asking(this.#operations, when, (request) => {
      const {body} = request;
      const isSent = body[name] !== undefined;
      return isSent ? {body: {...body, [name]: otherOf(other, body[name], request)}} : {};
    });

  /** Takes a body for one with other members. */
  readonly reads = (other: (body: Body) => Partial<Body>): Seam =>
    this.#of.asking(this.#operations, {}, ({body}) => ({body: {...body, ...other(body)}}));

  /** Stores another value of a member than the response shows. */
  readonly stores = <Name extends keyof R>(
    name: Name,
    other: Other<R[Name], Asked<R, Body>>,
    when: When<R, Body> = {},
  ): Seam =>
    this.#of.storing(this.#operations, when, (row, request) => ({
      ...row,
      [name]: otherOf(other, row[name], request),
    }));

  /** Keeps the earlier values of members. */
  readonly keeps = (names: (keyof R)[], when: When<R, Body> = {}): Seam =>
    this.#of.forgetting(this.#operations, when, ...names);

  /** Refuses bodies because of the first of these members. */
  readonly refuses = (body: Match<Body>, more: {before?: Match<R>} = {}): Seam =>
    this.#of.instead(this.#operations, {...more, body}, () =>
      invalidField(Object.keys(body)[0] ?? ''),
    );

  /** Accepts bodies that the guards for some situations would refuse. */
  readonly accepts = (
    situations: string | RegExp,
    body: Match<Body> | ((body: Body, request: Asked<R, Body>) => boolean),
  ): Seam =>
    this.#of.instead(
      this.#operations,
      typeof body === 'function' ? (request) => body(request.body, request) : {body},
      (_next, {view}, input, without) => without(isOneOf(situations))(view, input),
    );

  /**
   * Refuses bodies because of a field, or any, as it should, but stores something.
   * @param changes by the request, what it would store without some or all guards, and the refusal
   */
  readonly leaves = (
    field: string | undefined,
    changes: (
      request: Asked<R, Body>,
      doneWithout: (guards?: string | RegExp) => Change[] | undefined,
      refusal: Refused,
    ) => Change[] | undefined,
  ): Seam =>
    this.#of.instead(this.#operations, {}, (next, request, input, without) => {
      const response = next(request.view, input);
      if (!isRefusedFor(response, field)) return response;
      const doneWithout = (guards: string | RegExp = /^/): Change[] | undefined => {
        const done = without(isOneOf(guards))(request.view, input);
        return isRefused(done) ? undefined : done.changes;
      };
      const left = changes(request, doneWithout, response);
      return left ? refusedButDone(response, left) : response;
    });

  /** Refuses bodies because of a field, but does what it would do without the guards of some situations. */
  readonly doesThough = (field: string, guards: string | RegExp): Seam =>
    this.leaves(field, (_request, doneWithout) => doneWithout(guards));

  /** Takes the value of a member in refused bodies for one that is taken. */
  readonly reserves = (
    name: keyof Body & string,
    isMeant: (body: Body, refusal: Refused) => boolean = () => true,
  ): Seam =>
    onceRefused(
      this.#operations,
      ({body}) => (body as Record<string, string | undefined>)[name],
      (refusal, _view, {body}) => isMeant(body as Body, refusal),
      (next, view, input) => {
        const done = next(view, input);
        return isRefused(done) ? done : taken(name);
      },
    );
}

/** Makes the families of defects of members in some operations. */
export const membersOf = <R extends Row, Body extends object>(
  of: Resource<R, Body>,
  operations: string[],
): Members<R, Body> => new Members(of, operations);

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
