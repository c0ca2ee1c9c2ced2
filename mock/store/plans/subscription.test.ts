import {describe, expect, it} from 'vitest';
import {DAY_MS} from '../../../spec/durations.ts';
import type {Plan} from './plan.ts';
import {
  isRunning,
  periodEnd,
  subscriptionCancelled,
  subscriptionEnds,
  subscriptionFor,
} from './subscription.ts';

const at = (text: string): number => Date.parse(`${text}T10:00:00Z`);
const FROM = at('2028-01-31');
const SUBSCRIBER = {key: 's1', tenant: 'store-a', seq: 9, user: '7'};

const plan = (members: Partial<Plan>): Plan =>
  ({id: 5, type: 'recurring', duration: null, free_trial: false, ...members}) as Plan;
const subscribed = (members: Partial<Plan>, until?: number) =>
  subscriptionFor(plan(members), SUBSCRIBER, FROM, until).put;

describe('a subscription', () => {
  it('to a prepaid plan ends after its months', () => {
    const subscription = subscribed({type: 'prepaid', duration: 1});
    expect(subscription).toMatchObject({user: '7', plan: 5, order: null, until: at('2028-02-29')});
    expect(isRunning(subscription, FROM - 1)).toBe(false);
    expect(isRunning(subscription, FROM)).toBe(true);
    expect(isRunning(subscription, at('2028-02-29') - 1)).toBe(true);
    expect(isRunning(subscription, at('2028-02-29'))).toBe(false);
    expect(periodEnd(subscription, FROM)).toBe(at('2028-02-29'));
  });

  it('to a recurring plan renews month by month', () => {
    const subscription = subscribed({});
    expect(subscription.until).toBeNull();
    expect(isRunning(subscription, at('2040-01-01'))).toBe(true);
    expect(periodEnd(subscription, FROM)).toBe(at('2028-02-29'));
    expect(periodEnd(subscription, at('2028-02-29') - 1)).toBe(at('2028-02-29'));
    expect(periodEnd(subscription, at('2028-02-29'))).toBe(at('2028-03-31'));
  });

  it('begins with the free trial of its plan', () => {
    const subscription = subscribed({free_trial: true, free_trial_days: 10});
    expect(subscription.trial_until).toBe(FROM + 10 * DAY_MS);
    expect(periodEnd(subscription, FROM)).toBe(at('2028-02-10'));
    expect(periodEnd(subscription, at('2028-02-10'))).toBe(at('2028-03-10'));
  });

  it.each(['recurring', 'prepaid'] as const)('to a %s plan ends when it is told to', (type) => {
    const subscription = subscribed({type, duration: 12}, FROM + DAY_MS);
    expect(isRunning(subscription, FROM + DAY_MS - 1)).toBe(true);
    expect(isRunning(subscription, FROM + DAY_MS)).toBe(false);
  });

  it('is cancelled at once, or ends when its period does, and never later than before', () => {
    const recurring = subscribed({});
    const now = FROM + DAY_MS;
    const {put: ended} = subscriptionCancelled(recurring, now);
    expect([ended.cancelled, isRunning(ended, now)]).toEqual([now, false]);
    const {put: ending} = subscriptionCancelled(recurring, now, periodEnd(recurring, now));
    expect([ending.until, isRunning(ending, now)]).toEqual([at('2028-02-29'), true]);
    const prepaid = subscribed({type: 'prepaid', duration: 1});
    expect(subscriptionCancelled(prepaid, now, at('2029-01-01')).put.until).toBe(at('2028-02-29'));
    expect(subscriptionEnds(prepaid, now).put.until).toBe(now);
  });
});
