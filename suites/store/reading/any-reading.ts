import {READING_COUNTERS} from '../../../spec/reading-counters.ts';
import type {AnyProperty} from '../../language/check.ts';
import {all, when} from '../../language/judge.ts';
import {propertiesOf} from '../../language/property.ts';
import type {Script} from '../../language/script.ts';
import {classesOf, integers} from '../../values/values.ts';
import {createUser} from '../people.ts';
import {issueOf, listUntilShown, readBy} from './reading-steps.ts';
import {isLast, expectNoneLost, expectRowMember, uuidIn} from './session-rows.ts';

/** The reasons without a plan. */
export const NO_PLAN_REASONS = [
  'license_retail',
  'administrator_user',
  'free_issue',
  'preview_issue',
  'free_access',
  'bought_issue',
  'assigned_issue',
  'gifted_issue',
  'external_permissions',
  'lti_and_entry_point_free_access',
  'saml_and_entry_point_free_access',
  'ip_and_entry_point_free_access',
] as const;

/** Each counter gets a different number, so that they cannot be confused. */
export const countersFrom = (count: number): Record<string, number> =>
  Object.fromEntries(READING_COUNTERS.map((name, index) => [name, count + index]));

/** Downloaded content is read in an app: a deployment need not record an offline browser. */
export const clientOf = (mode: string, client: string): string =>
  mode === 'offline' ? 'app' : client;

/** A session shows any values of how, why and how much was read. */
export const anyReading: AnyProperty[] = propertiesOf(
  {
    scene: 'store: any reading session',
    forAll: {
      client: classesOf('browser', 'app'),
      system: classesOf('Linux', 'iOS', 'Android', 'Windows', 'Mac', 'Unknown'),
      mode: classesOf('online', 'offline'),
      reason: classesOf<string>(
        'bought_issue',
        ...NO_PLAN_REASONS.filter((one) => one !== 'bought_issue'),
      ),
      count: integers(0, 100_000),
    },
    maxDrawsOnShared: 4,
    drawFactor: 4,
    act: (s: Script, {client, system, mode, reason, count}) => {
      const {created} = createUser(s);
      const recorded = readBy(s, created, issueOf(s), {
        client_type: clientOf(mode, client),
        device_os: system,
        access_mode: mode,
        reason_type: reason,
        ...countersFrom(Number(count)),
      });
      return {recorded, list: listUntilShown(s, created, recorded)};
    },
  },
  {
    'store.reading.user-id-filters': ({recorded: session, list}) =>
      when(isLast(list), 'the list has further pages', () =>
        expectNoneLost(list, [uuidIn(session)], 'finds too little: a session of the user'),
      ),
    'store.reading.shows-how-it-was-read': ({recorded: session, list}, {client, system, mode}) =>
      all(
        expectRowMember(list, session, 'client_type', clientOf(mode, client)),
        expectRowMember(list, session, 'device_os', system),
        expectRowMember(list, session, 'access_mode', mode),
      ),
    'store.reading.shows-why-it-may-be-read': ({recorded: session, list}, {reason}) =>
      expectRowMember(list, session, 'reason_type', reason),
    'store.reading.counters-are-those-of-the-session': ({recorded: session, list}, {count}) =>
      all(
        ...Object.entries(countersFrom(Number(count))).map(([name, value]) =>
          expectRowMember(list, session, name, value),
        ),
      ),
  },
);
