/** Requests as data, so that one description of them can be sent by several, and judged as one. */

import type {Exchange} from '../../spec/exchange.ts';
import type {Judgement} from './check.ts';
import {expectOutcome, expectRefused, judgeEach} from './judge.ts';
import type {Args, Handle, Script} from './script.ts';

/** A request. @param pages the most pages of a walk that begins with it; without it one page is read */
export type Request = readonly [op: string, args?: Args, pages?: number];

/** Requests by their names. */
export type Requests<N extends string = string> = Record<N, Request>;

/** Records requests, by their names. @param by what each has besides: by whom it is sent, and how */
export const sendAll = <N extends string>(
  s: Script,
  requests: Requests<N>,
  by: Args = {},
): Record<N, Handle> =>
  Object.fromEntries(
    Object.entries<Request>(requests).map(([name, request]) => [name, send(s, request, by)]),
  ) as Record<N, Handle>;

/** Records a request. A walk brings its pages. */
export const send = (s: Script, [op, args, pages]: Request, by: Args = {}): Handle =>
  pages === undefined
    ? s.call(op, {...args, ...by})
    : (s.walk(op, {...args, as: by.as, atMost: pages}) as Handle<unknown> as Handle);

/** Each response has this outcome. @param otherwise what another outcome shows, in the failure's name */
export const expectOutcomes = (
  seen: Record<string, Exchange>,
  situations: string | string[],
  otherwise: string,
): Judgement =>
  judgeEach(Object.entries(seen), ([name, response]) =>
    expectOutcome(response, situations, `${name}: ${otherwise}`),
  );

/** Each response is a refusal. @param otherwise as in `expectOutcomes` */
export const expectAllRefused = (seen: Record<string, Exchange>, otherwise: string): Judgement =>
  judgeEach(Object.entries(seen), ([name, response]) =>
    expectRefused(response, `${name}: ${otherwise}`),
  );
