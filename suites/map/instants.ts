import type {Operation} from '../../spec/contract.ts';
import type {Exchange} from '../../spec/exchange.ts';
import type {Api} from '../../spec/rule.ts';
import {belongsToSecondTenant} from '../../spec/tenant.ts';
import {ageAt, sideOf, spanOf, type Age} from '../values/ages.ts';
import {BOUNDARIES, variationOf, type Boundary, type Lasting} from './boundaries.ts';

/** How near to an end a request is at it, as a share of the duration. */
const NEAR = 0.1;

/** That a request was sent shortly before or after an end. */
export interface Side {
  variation: string;
  /** The kinds of resources that the end concerns; absent: all. */
  kinds?: readonly string[];
  /** When it surely had not ended, by the clock of the deployment. */
  end: number;
}

/** What lasts for a time in a scene. */
export class Instants {
  readonly #api: Api;
  readonly #begun = new Map<string, {boundary: Boundary; by: Exchange; lasting: Lasting}>();

  constructor(api: Api) {
    this.#api = api;
  }

  /** Records what a successful request begins. */
  note(exchange: Exchange, operation: Operation): void {
    for (const boundary of BOUNDARIES[this.#api])
      for (const lasting of boundary.begins(exchange, operation)) {
        const {least, toldOf = `${least} ${spanOf(exchange).sent}`} = lasting;
        const key = `${boundary.of} ${toldOf} ${belongsToSecondTenant(exchange.as)}`;
        if (!this.#begun.has(key)) this.#begun.set(key, {boundary, by: exchange, lasting});
      }
  }

  /** On which sides of ends in its own tenant a request was sent. */
  sidesAt(exchange: Exchange): Side[] {
    const sides = new Map<string, Side>();
    for (const [key, {boundary, by, lasting}] of this.#begun) {
      const age = ageAt(exchange, by);
      if (age.least > lasting.most * (1 + NEAR)) this.#begun.delete(key);
      const side = sideAt(age, lasting);
      if (!side || belongsToSecondTenant(by.as) !== belongsToSecondTenant(exchange.as)) continue;
      const {of, kinds} = boundary;
      const end = spanOf(by).sent + lasting.least;
      const last = sides.get(`${side} ${of}`)?.end ?? 0;
      const variation = variationOf(side, of);
      sides.set(`${side} ${of}`, {variation, ...(kinds && {kinds}), end: Math.max(end, last)});
    }
    return [...sides.values()];
  }
}

function sideAt(age: Age, {least, most}: Lasting): 'before' | 'after' | undefined {
  if (sideOf(age, least) === 'before' && age.least >= least * (1 - NEAR)) return 'before';
  return sideOf(age, most) === 'after' && age.most <= most * (1 + NEAR) ? 'after' : undefined;
}
