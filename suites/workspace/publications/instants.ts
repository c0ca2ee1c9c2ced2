import type {Exchange} from '../../../spec/exchange.ts';
import type {AnyProperty, Judgement} from '../../language/check.ts';
import {instantOf} from '../../values/datetimes.ts';
import {all, expectThat, expectMember, when} from '../../language/judge.ts';
import {property} from '../../language/property.ts';
import {minutes} from '../../language/script.ts';
import {ageAt} from '../../values/ages.ts';
import {publish, readWhenShown} from '../publishing.ts';
import {daysOfTheMonth, hoursOfTheDay, waitFor} from '../wall-times.ts';

/**
 * The creation times of two registrations are as far apart as the registrations. The set-up of the
 * second one took a while, and some deployments show whole minutes.
 */
export function expectAsFarApart(before: Exchange, after: Exchange): Judgement {
  const passed = instantOf(after.body.created_at) - instantOf(before.body.created_at);
  const {least, most} = ageAt(after, before);
  return when(Number.isFinite(passed), 'the creation times cannot be read', () =>
    expectThat(passed >= least - minutes(1) && passed <= most + minutes(1), {
      branch: 'another-time',
      expected: `\`created_at\` of two registrations to be ${Math.round(least / 1000)} s apart`,
      got: `${passed / 1000} s`,
      at: after,
    }),
  );
}

/** A publication has the time of its registration, on any day and at any hour. */
export const instants: AnyProperty[] = [
  property({
    rule: 'workspace.publications.creation-time-is-when-registered',
    place: 'any day and hour',
    maxDrawsOnShared: 2,
    forAll: {day: daysOfTheMonth, hour: hoursOfTheDay},
    act: (s, {day, hour}) => {
      const before = publish(s);
      waitFor(s, before, day, hour);
      const after = publish(s);
      return {before, after, read: readWhenShown(s, after)};
    },
    judge: ({before, after, read}) =>
      all(
        expectAsFarApart(before, after),
        expectMember(read, '/created_at', after.body.created_at, 'another-time-when-read'),
      ),
  }),
];
