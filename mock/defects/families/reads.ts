/** Families of defects of what operations read in lists, and of what the bodies of successes show. */

import type {Seam} from '../../defect.ts';
import {isRefused, Rendered, type Input, type View} from '../../operation.ts';
import type {Row} from '../../world/change.ts';
import {afterwards, around, seeing} from '../breaking.ts';

/** A body as a value, whether it has been serialized or not. */
export const plain = <T>(body: unknown): T => (body instanceof Rendered ? body.value : body) as T;

/** Changes members of the body of successes; undefined: the body stays as it is. */
export const showing = <Body extends object>(
  operations: string[],
  change: (body: Body, view: View, input: Input) => object | undefined,
): Seam =>
  afterwards(operations, (done, view, input) => {
    const body = plain<Body>(done.body);
    return {...done, body: {...body, ...change(body, view, input)}};
  });

/** Changes the rows that a list shows. */
export const listing = <Shown extends object>(
  operations: string[],
  change: (rows: Shown[], view: View, input: Input) => unknown[],
): Seam =>
  showing<{data: unknown[]}>(operations, ({data}, view, input) => ({
    data: change(
      data.map((row) => plain<Shown>(row)),
      view,
      input,
    ),
  }));

/** The rows that an operation reads for a page. */
export type PageOf = Parameters<View['newest']>[1];

/** Lets operations read other rows of a table where they read the newest. */
export const findingNewest = <R extends Row>(
  operations: string[],
  table: string,
  other: (page: PageOf, view: View, input: Input) => R[],
): Seam =>
  seeing(operations, (view, input) => ({
    newest: <F extends Row>(name: string, page: PageOf) =>
      name === table ? (other(page, view, input) as Row[] as F[]) : view.newest<F>(name, page),
  }));

/** Gives operations another value of a limit, lifetime or page size. */
export const numbering = (
  operations: string[],
  name: string,
  other: (value: number, view: View, input: Input) => number,
): Seam =>
  seeing(operations, (view, input) => ({
    number: (asked) =>
      asked === name ? other(view.number(asked), view, input) : view.number(asked),
  }));

/** Shows a member otherwise, depending on what the tenant was shown before, and should have been. */
export const recalling = (
  operations: string[],
  member: string,
  other: (now: unknown, before: {shown: unknown; was: unknown} | undefined) => unknown,
): Seam =>
  around(operations, (next) => {
    const earlier = new Map<string, {shown: unknown; was: unknown}>();
    return (view, input) => {
      const done = next(view, input);
      if (isRefused(done)) return done;
      const body = plain<Record<string, unknown>>(done.body);
      const was = body[member];
      const shown = other(was, earlier.get(view.tenant));
      earlier.set(view.tenant, {shown, was});
      return {...done, body: {...body, [member]: shown}};
    };
  });

/** Shows a member for ever as it was shown first. */
export const firstShown = (operations: string[], member: string): Seam =>
  recalling(operations, member, (now, before) => (before ? before.shown : now));

/** Shows a member as the response before should have shown it. */
export const oneBehind = (operations: string[], member: string): Seam =>
  recalling(operations, member, (now, before) => (before ? before.was : now));
